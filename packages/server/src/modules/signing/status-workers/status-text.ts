import { contentOf } from '../../../kernel/content.ts';
import type { Processed } from '../worker-contract/index.ts';

/** Makes the answer of a worker that reports states: a text that no archive keeps. */
export function statusText(text: string | Uint8Array, fileName: string | undefined): Processed {
  return {
    content: contentOf(typeof text === 'string' ? Buffer.from(text, 'latin1') : text),
    mediaType: 'text/plain',
    fileName,
    signerCertificate: undefined,
    archiveId: null,
  };
}
