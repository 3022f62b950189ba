// The page that is shown without a network: it comes back by itself, and at once when the system says that it can.

const AGAIN = 3000; // ms between two tries
const { root } = document.documentElement.dataset;
const own = location.pathname === `${root}/offline`; // where nobody asked for another page

async function back() {
  const answer = await fetch(own ? `${root}/` : location.pathname, { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (answer?.ok) own ? location.replace(`${root}/`) : location.reload();
}

addEventListener("online", back);
setInterval(back, AGAIN);
