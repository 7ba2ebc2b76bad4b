/** Downloads for relying parties, who need no credentials. */
import { RefusedError, UnexpectedAnswerError } from '../errors.ts';
import { type CrlVariant, distributionPath } from './crl-rest.ts';
import type { ArrivingAnswer } from './rest-client.ts';
import { RestOperations } from './rest-operations.ts';

/** The distribution points of one server. Every method throws what `RestClient.send` throws. */
export class DistributionRest extends RestOperations {
  /** The newest CRL in DER, of at most 256 MiB. @throws {@link UnexpectedAnswerError} */
  async crl(ca: string, variant: CrlVariant): Promise<Uint8Array> {
    try {
      return await this.#download(distributionPath(ca, variant), MAX_CRL_OCTETS, 'the CRL');
    } catch (error) {
      if (error instanceof RefusedError && error.status === NOT_FOUND) throw nothingPublished(ca, variant);
      throw error;
    }
  }

  /** All certificates of a CA, former ones too, as PKCS #7. @throws {@link UnexpectedAnswerError} */
  certificates(ca: string): Promise<Uint8Array> {
    return this.#download(`/certificates/${encodeURIComponent(ca)}/all.p7c`, MAX_CERTIFICATES_OCTETS, 'what it gets');
  }

  async #download(path: string, maxOctets: number, what: string): Promise<Uint8Array> {
    const pieces: Uint8Array[] = [];
    let octets = 0;
    const request = { method: 'GET', path, accept: '*/*' } as const;
    const receive = async (answer: ArrivingAnswer) => {
      for await (const piece of answer.pieces) {
        octets += piece.length;
        if (octets > maxOctets)
          throw new UnexpectedAnswerError(`${what} is longer than ${maxOctets} octets; it was not read further`);
        pieces.push(piece);
      }
    };
    await this.client.download(request, receive);
    return Buffer.concat(pieces);
  }
}

function nothingPublished(ca: string, { delta, partition }: CrlVariant): RefusedError {
  const which = `${delta ? 'delta ' : ''}CRL${partition === 0 ? '' : ` of the partition ${partition}`}`;
  return new RefusedError(NOT_FOUND, `the server has no ${which} of a CA '${ca}'; "crl list" shows which there are`);
}

const NOT_FOUND = 404;
const MAX_CERTIFICATES_OCTETS = 4 * 1024 * 1024;
const MAX_CRL_OCTETS = 256 * 1024 * 1024;
