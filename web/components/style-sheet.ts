// Loads style sheets when they are first needed.

const loaded = new Map<string, Promise<void>>();

/** Loads a style sheet once; resolves when it is applied. After a failure it can be requested again. */
export function loadStyleSheet(address: string): Promise<void> {
  const loading = loaded.get(address) ?? insert(address);
  loaded.set(address, loading);
  return loading;
}

function insert(address: string): Promise<void> {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: address });
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      loaded.delete(address);
      link.remove();
      reject(new Error(`${address} could not be loaded`));
    };
    document.head.append(link);
  });
}
