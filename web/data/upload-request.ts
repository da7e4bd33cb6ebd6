// An HTTP request that reports upload progress, which `fetch` does not.

export interface RequestOptions {
  readonly method: 'POST' | 'PATCH';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: XMLHttpRequestBodyInit;
  readonly signal: AbortSignal;
  /** How many bytes have been sent. */
  readonly onProgress?: (bytes: number) => void;
}

export interface Answer {
  /** 0 if the server could not be reached. */
  readonly status: number;
  readonly text: string;
  readonly header: (name: string) => string | null;
}

/** Resolves with the answer, whatever its status. Throws the signal's reason if it was aborted. */
export function uploadRequest(path: string, options: RequestOptions): Promise<Answer> {
  const { method, headers = {}, body, signal, onProgress } = options;
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    signal.addEventListener('abort', abort, { once: true });
    request.upload.onprogress = ({ loaded }) => onProgress?.(loaded);
    request.onloadend = () => {
      signal.removeEventListener('abort', abort);
      if (signal.aborted) reject(signal.reason);
      else {
        const { status, responseText: text } = request;
        resolve({ status, text, header: (name) => request.getResponseHeader(name) });
      }
    };
    request.open(method, path);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.send(body);
  });
}
