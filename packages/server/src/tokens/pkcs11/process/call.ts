import { Pkcs11OperationError } from '../errors.ts';

/**
 * Runs one function of the library.
 *
 * @param name - `C_Sign`
 * @throws {@link Pkcs11OperationError} with what it returned
 */
export function call<T>(name: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw returned(name, error);
  }
}

/** As {@link call}, of a function that runs in the thread pool. */
export async function callAsync<T>(name: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw returned(name, error);
  }
}

/** The binding writes the returned value into the message: `CKR_PIN_INCORRECT:160`. */
function returned(name: string, error: unknown): unknown {
  const { code, message } = error as { readonly code?: unknown; readonly message: string };
  const value = typeof code === 'number' ? code : Number(/CKR_\w+:(\d+)/.exec(message)?.[1] ?? Number.NaN);
  if (Number.isNaN(value)) return error;
  return new Pkcs11OperationError({ kind: 'returned', function: name, value });
}
