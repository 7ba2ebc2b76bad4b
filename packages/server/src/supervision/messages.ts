/** Messages between a supervisor and a worker process, over the channel of `node:cluster`. */
import type { ServerConfig } from '../server-config/index.ts';

export type ToWorker =
  /** Comes first. The settings are those that the supervisor has read, whatever the file says by now. */
  | { readonly type: 'begin'; readonly config: ServerConfig; readonly ticketKeys: Uint8Array }
  /** Replaces the keys of TLS session tickets. */
  | { readonly type: 'tickets'; readonly keys: Uint8Array }
  | { readonly type: 'metrics' }
  /** Answer what is under way, and end. */
  | { readonly type: 'stop' };

export type FromWorker =
  /** It waits for `begin`. */
  | { readonly type: 'loaded' }
  | { readonly type: 'ready'; readonly urls: readonly string[] }
  /** It ends, since it cannot start. */
  | { readonly type: 'failed'; readonly problem: string }
  /** An answer to `metrics`, and once more at the end. */
  | { readonly type: 'metrics'; readonly text: string }
  | { readonly type: 'wake'; readonly task: string };
