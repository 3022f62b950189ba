// The worker of the pages: without a network it shows a page that says so. It keeps only files whose address names
// their content, so that old code never comes with a new page. The server writes before this what `SHELL` is.

const CACHE = `${registration.scope} ${SHELL.digest}`;

addEventListener("install", (event) => event.waitUntil(kept()));
addEventListener("activate", (event) => event.waitUntil(tidied()));
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(offline));
  else if (request.url.startsWith(registration.scope) && request.url.includes(SHELL.digest)) event.respondWith(file(request));
});

async function kept() {
  await (await caches.open(CACHE)).addAll([SHELL.offline, ...SHELL.files]);
  await skipWaiting();
}

// Files of other versions are forgotten.
async function tidied() {
  const old = (await caches.keys()).filter((name) => name.startsWith(`${registration.scope} `) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await clients.claim();
}

async function offline() {
  return (await caches.match(SHELL.offline, { ignoreVary: true })) ?? Response.error();
}

// A file of this version, which a server of another version does not have, whatever it answers.
async function file(request) {
  const cache = await caches.open(CACHE);
  const known = await cache.match(request, { ignoreVary: true });
  if (known) return known;
  const answer = await fetch(request);
  const lasts = answer.ok && answer.headers.get("Cache-Control")?.includes("immutable");
  if (lasts) await cache.put(request, answer.clone()).catch(() => {});
  return answer;
}

// 'Your turn' leads to the game.
addEventListener("notificationclick", (event) => {
  const { notification } = event;
  notification.close();
  event.waitUntil(clients.matchAll({ type: "window" }).then((windows) => {
    const there = windows.find((each) => each.url === notification.data);
    return there ? there.focus() : clients.openWindow(notification.data);
  }));
});
