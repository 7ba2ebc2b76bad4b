/** Enrollments whose certificate is card verifiable: one file without a key, since keys of terminals stay where they were made. */
import { compareBytes, type CvCertificate, PkiError, requireIssuedBy } from '@sealwright/pki';
import { UnexpectedAnswerError } from '../errors.ts';
import { type OutputFile, StagedFiles } from '../files/staged-files.ts';
import type { CaRest, Enrolled } from '../rest/ca-rest.ts';
import type { PendingApproval } from '../rest/pending-approval.ts';
import type { Session } from '../session.ts';
import { printable } from '../terminal/output.ts';
import type { CvRequestFile } from './request-file.ts';
import { type ShownEnrollment, shownEnrollment } from './result.ts';

/** The options that name the file. */
interface CvFileOptions {
  readonly out: string;
  readonly force?: boolean;
}

/**
 * Has a certificate issued for the request, checks it and writes it.
 *
 * @param ask - sends the request to the server
 * @throws {CliError}
 */
export async function enrollCardVerifiable(
  session: Session,
  { request }: CvRequestFile,
  { out, force = false }: CvFileOptions,
  ask: (rest: CaRest) => Promise<Enrolled<CvCertificate> | PendingApproval>,
): Promise<ShownEnrollment> {
  const output: OutputFile = { path: `${out}.cvcert`, mode: 0o644 };
  const staged = new StagedFiles({ force });
  await staged.requireFree([output]);
  const answer = ask(await session.connect());
  const result = await session.progress.during(`waiting for ${session.options.server.host}`, answer);
  if (result.outcome === 'pending-approval') return shownEnrollment({ ...result, keyFile: undefined }, out);
  const { certificate } = result;
  requireAnswerTo(request, result);
  await staged.stage(output, certificate.der);
  await staged.publish();
  const { holder, authority } = certificate;
  return {
    outcome: 'issued',
    shown: {
      text: () => `${output.path}: issued to ${printable(holder.text)} by ${printable(authority.text)}\n`,
      json: { outcome: 'issued', holder: holder.text, authority: authority.text, files: { certificate: output.path } },
    },
  };
}

/** Checks that a certificate is for holder and key of the request, and signed by the one above it where there is one. */
function requireAnswerTo(
  { holder, publicKey }: CvRequestFile['request'],
  { certificate, chain }: Enrolled<CvCertificate>,
): void {
  if (!certificate.holder.equals(holder) || compareBytes(certificate.publicKey.keyOctets, publicKey.keyOctets) !== 0)
    throw new UnexpectedAnswerError(
      `the server issued a certificate to ${certificate.holder.text}, for another holder or key than those of the request of ${holder.text}`,
    );
  const [issuer] = chain;
  if (issuer === undefined) return;
  try {
    requireIssuedBy(certificate, issuer);
    // A document verifier has the domain parameters of the country verifying CA above it.
    certificate.verify(chain.reduceRight((key, { publicKey: own }) => own.inheriting(key), chain.at(-1)!.publicKey));
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    throw new UnexpectedAnswerError(`the chain in the answer does not fit: ${error.message}`, { cause: error });
  }
}
