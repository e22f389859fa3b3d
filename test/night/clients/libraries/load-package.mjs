/**
 * Loads a package that is installed apart from the workspace. TypeScript does not see which one it is, and so does not read
 * its types: they are many, and not there before the installation.
 *
 * @param {string} name
 */
export const loadPackage = (name) => import(name);
