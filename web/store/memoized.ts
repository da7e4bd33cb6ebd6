// Derived values, computed again only if one of their inputs is another object.

/** Memoizes the last value for the last inputs. */
export function memoize<I extends readonly unknown[], V>(make: (...inputs: I) => V): (...inputs: I) => V {
  let last: { readonly inputs: I; readonly value: V } | undefined;
  return (...inputs) => {
    if (!last?.inputs.every((one, index) => one === inputs[index])) last = { inputs, value: make(...inputs) };
    return last.value;
  };
}
