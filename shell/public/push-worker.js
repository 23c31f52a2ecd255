/* Shows notifications from Firebase, even while no page of the product is open, and opens the page that each is about. */
const own = self.location.origin;

/** The page that a notification opens. A link to another site opens the home page instead. */
const pageOf = (link) => {
  try {
    const { href, origin } = new URL(link ?? '/', own);
    return origin === own ? href : `${own}/`;
  } catch {
    return `${own}/`;
  }
};

const read = (data) => {
  try {
    return data?.json() ?? {};
  } catch {
    return {};
  }
};

const open = async (page) => {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const known = windows.find((one) => one.url === page) ?? windows.find((one) => new URL(one.url).origin === own);
  // An open page may hold a draft, so it gets the focus as it is instead of loading the page of the notification.
  return known ? known.focus() : self.clients.openWindow(page);
};

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('push', (event) => {
  const { notification = {}, fcmOptions = {} } = read(event.data);
  const { title = 'Atrium', body = '', tag } = notification;
  const data = { page: pageOf(fcmOptions.link) };
  // Without `renotify`, a notification that replaces an unread one would be silent.
  const replaces = tag ? { tag, renotify: true } : {};
  const options = { body, icon: '/icon-192.png', badge: '/icon-192.png', data, ...replaces };
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(pageOf(event.notification.data?.page)));
});
