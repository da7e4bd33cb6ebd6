// Loads style sheets when they are first needed.

const sheets = new Map<string, Promise<void>>();

/** Loads a style sheet once; resolves when it is applied. After a failure it can be requested again. */
export function loadStyleSheet(address: string): Promise<void> {
  const loading = sheets.get(address) ?? insert(address);
  sheets.set(address, loading);
  return loading;
}

function insert(address: string): Promise<void> {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: address });
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      sheets.delete(address);
      link.remove();
      reject(new Error(`${address} could not be loaded`));
    };
    document.head.append(link);
  });
}
