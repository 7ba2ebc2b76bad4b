/** The operations of the signing interface that the commands use, with their shapes. */
import { formWithFile, type UploadedFile } from './multipart.ts';
import { RestOperations } from './rest-operations.ts';

/** A document for a worker. */
export interface SigningRequest {
  /** Name or id. */
  readonly worker: string;
  readonly file: UploadedFile;
  /** Beside the file, such as `pdfPassword` or `REQUEST_METADATA.KEY`. */
  readonly fields: ReadonlyMap<string, string>;
  /** Not to be guessed. */
  readonly boundary: string;
}

/** Result of a worker as it arrives. */
export interface Signed {
  /** As the server names it; undefined when it does not. */
  readonly fileName: string | undefined;
  readonly mediaType: string;
  readonly pieces: AsyncIterable<Uint8Array>;
}

/** The signing interface of one server. Every method throws what `RestClient.send` throws. */
export class SigningRest extends RestOperations {
  /** Has a worker process a document. `receive` takes what it made; afterwards all of it was there. */
  async process(
    { worker, file, fields, boundary }: SigningRequest,
    receive: (signed: Signed) => Promise<void>,
  ): Promise<void> {
    const upload = {
      path: `/workers/${encodeURIComponent(worker)}/process`,
      body: formWithFile(fields, file, boundary),
      headers: { accept: 'application/octet-stream', 'x-keyfactor-requested-with': 'sealwright' },
    };
    await this.client.upload(upload, ({ headers, pieces }) =>
      receive({
        fileName: fileNameIn(headers['content-disposition']),
        mediaType: headers['content-type'] ?? 'application/octet-stream',
        pieces,
      }),
    );
  }
}

function fileNameIn(disposition: string | undefined): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  try {
    return encoded && decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}
