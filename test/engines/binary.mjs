/**
 * Where the binary of better-sqlite3 for a Node is published. Its installation downloads it from there, or compiles.
 *
 * @param {string} version - of better-sqlite3
 * @param {{ platform: string, arch: string, modules: string, isMusl: boolean }} node - `modules`: its ABI
 */
export function binaryUrl(version, { platform, arch, modules, isMusl }) {
  const system = isMusl ? "linuxmusl" : platform;
  const file = `better-sqlite3-v${version}-node-v${modules}-${system}-${arch}.tar.gz`;
  return `https://github.com/WiseLibs/better-sqlite3/releases/download/v${version}/${file}`;
}
