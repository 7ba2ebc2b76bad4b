/**
 * The process that a PKCS#11 library runs in: reads requests from the pipe that it was started with, does them, and writes answers.
 *
 * It knows nothing of the installation. When the server is gone, so is it. A crash of the library ends it and nothing else.
 */
import { Socket } from 'node:net';
import process from 'node:process';
import { encodeFrame, FrameReader } from '../frames.ts';
import type { Gives, Pkcs11Operation, Pkcs11Request, Takes } from '../protocol.ts';
import { type Cryptoki, loadBinding } from './binding.ts';
import { Library } from './library.ts';
import { Pkcs11OperationError } from '../errors.ts';
import { describeMechanisms, describeSlots, findSlot, slotId } from './slots.ts';

/** Not standard output: that is the library's to write to. */
const PIPE_DESCRIPTOR = 3;

process.title = 'sealwright-pkcs11';
// Ends with the server, which is told to stop by the same terminal or service manager and has something under way first.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

let loaded: { readonly cryptoki: Cryptoki; readonly library: Library } | undefined;

const operations: { [O in Pkcs11Operation]: (takes: Takes<O>) => Gives<O> | Promise<Gives<O>> } = {
  load({ library: file, binding }) {
    const cryptoki = loadBinding(binding);
    const { library, description } = Library.load(cryptoki, file);
    loaded = { cryptoki, library };
    return description;
  },
  slots: () => describeSlots(ready().cryptoki),
  slot: ({ slot }) => ({ id: slotId(findSlot(ready().cryptoki, slot)) }),
  mechanisms: ({ slotId: id }) => describeMechanisms(ready().cryptoki, id),
  open: (takes) => ready().library.open(takes),
  close: ({ token }) => nothing(ready().library.close(token)),
  setPin: ({ slot, pin, newPin }) => nothing(ready().library.setPin(slot, pin, newPin)),
  find: ({ token, alias }) => ready().library.find(token, alias),
  list: ({ token }) => ready().library.list(token),
  generate: (takes) => ready().library.generate(takes),
  destroy: async ({ token, handle }) => nothing(await ready().library.destroy(token, handle)),
  sign: (takes) => ready().library.sign(takes),
  decrypt: (takes) => ready().library.decrypt(takes),
  derive: (takes) => ready().library.derive(takes),
};

const pipe = new Socket({ fd: PIPE_DESCRIPTOR });
const reader = new FrameReader();
pipe.on('data', (piece: Uint8Array) => {
  for (const request of reader.push(piece)) void serve(request as Pkcs11Request);
});
// A call may be stuck in the library, and an orderly end would wait for it.
pipe.on('close', () => process.kill(process.pid, 'SIGKILL'));
pipe.on('error', () => process.kill(process.pid, 'SIGKILL'));

async function serve({ id, operation, takes }: Pkcs11Request): Promise<void> {
  try {
    const gives = await (operations[operation] as (takes: unknown) => unknown)(takes);
    pipe.write(encodeFrame({ id, gives }));
  } catch (error) {
    // Nothing that was asked for is repeated: it may hold a PIN.
    const failure =
      error instanceof Pkcs11OperationError ? error.failure : { kind: 'confused', detail: (error as Error).message };
    pipe.write(encodeFrame({ id, failure }));
  }
}

function ready(): NonNullable<typeof loaded> {
  if (loaded === undefined) throw new Pkcs11OperationError({ kind: 'confused', detail: 'no library is loaded' });
  return loaded;
}

function nothing(_done: void): null {
  return null;
}
