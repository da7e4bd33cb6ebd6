// Whether npm has installed what package-lock.json names, by the list that it leaves beside the packages: somebody may have
// run `npm ci` by hand, or an image may have brought the packages along.

const isOneOf = (allowed, own) => allowed === undefined || [allowed].flat().includes(own);

/** Whether npm may leave a package out: one for another machine, or one that only such a one needs. */
function isForOthers({ optional, os, cpu, libc }) {
  if (!optional) return false;
  if (os === undefined && cpu === undefined) return true;
  const { glibcVersionRuntime } = process.report?.getReport().header ?? {};
  const ownLibc = glibcVersionRuntime ? 'glibc' : 'musl';
  return !(isOneOf(os, process.platform) && isOneOf(cpu, process.arch) && isOneOf(libc, ownLibc));
}

/**
 * What is installed: `all`, `production` where what only tests need is missing, or undefined where something else is.
 * @param wanted what package-lock.json holds
 * @param present what npm's list `node_modules/.package-lock.json` holds
 */
export function installedPackages(wanted, present) {
  let isAll = true;
  for (const [path, named] of Object.entries(wanted.packages)) {
    const isThere = present.packages?.[path]?.integrity === named.integrity;
    if (path === '' || isThere || isForOthers(named)) continue;
    if (!named.dev) return undefined;
    isAll = false;
  }
  return isAll ? 'all' : 'production';
}
