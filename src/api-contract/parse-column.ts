// Reads JSON that a column of the database stores.

/**
 * The JSON value of a column, with the type that its module writes. It is not decoded again: only the code of this
 * server writes the column, always from a value of that type, migrations change older rows, and imports check what they
 * write (`imports/own/values.ts`). Values that another version of the server may read, such as payloads of work, are
 * decoded instead.
 */
export function parseColumn<T>(json: string): T {
  return JSON.parse(json) as T;
}
