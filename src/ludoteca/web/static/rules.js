import "./menu.js";
