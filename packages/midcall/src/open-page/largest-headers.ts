/**
 * The longest headers that a server of pages at a loopback address takes, in bytes: `maxHeaderSize` of `http.createServer`, whose
 * default is 16 KiB. A browser sends every cookie that any program has set at any port of the address, in Chromium and Firefox up
 * to 180 of 4 KiB each, and a shorter limit lets any program keep the user from the page.
 */
export const LARGEST_HEADERS: number = 1024 * 1024;
