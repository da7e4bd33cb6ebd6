// Checks whether npm has installed the packages of package-lock.json, by the list that npm stores next to them. They may
// have been installed by hand with `npm ci`, or be part of an image.

const isOneOf = (allowed, own) => allowed === undefined || [allowed].flat().includes(own);

/** Whether npm may skip a package because it, or the package that needs it, is for another platform. */
function isForOtherPlatform({ optional, os, cpu, libc }) {
  if (!optional) return false;
  if (os === undefined && cpu === undefined) return true;
  const { glibcVersionRuntime } = process.report?.getReport().header ?? {};
  const ownLibc = glibcVersionRuntime ? 'glibc' : 'musl';
  return !(isOneOf(os, process.platform) && isOneOf(cpu, process.arch) && isOneOf(libc, ownLibc));
}

/**
 * The installed packages: `all`, `production` if only development packages are missing, or undefined if others
 * are.
 * @param wanted the content of package-lock.json
 * @param present the content of `node_modules/.package-lock.json`
 */
export function installedPackages(wanted, present) {
  let isAll = true;
  for (const [path, named] of Object.entries(wanted.packages)) {
    const isInstalled = present.packages?.[path]?.integrity === named.integrity;
    if (path === '' || isInstalled || isForOtherPlatform(named)) continue;
    if (!named.dev) return undefined;
    isAll = false;
  }
  return isAll ? 'all' : 'production';
}
