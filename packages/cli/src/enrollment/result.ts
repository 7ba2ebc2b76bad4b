/** Text that a command shows of an enrollment. */
import { printedSerialNumber } from '@sealwright/pki';
import { formatMoment } from '../arguments/moment.ts';
import { printable, type Result } from '../terminal/output.ts';
import type { EnrollmentResult } from './enroll.ts';
import { fileNames } from './files.ts';

/** Outcome of an enrollment, with the text that the command shows. */
export interface ShownEnrollment {
  readonly outcome: 'issued' | 'pending-approval';
  readonly shown: Result;
}

/** @param out - of the command, for what to do next */
export function shownEnrollment(result: EnrollmentResult, out: string): ShownEnrollment {
  const outcome = result.outcome === 'enrolled' ? 'issued' : result.outcome;
  return { outcome, shown: enrollmentResult(result, out) };
}

/** Makes the text. @param out - as of {@link shownEnrollment} */
export function enrollmentResult(result: EnrollmentResult, out: string): Result {
  if (result.outcome === 'pending-approval') {
    const { requestId, info, link, keyFile } = result;
    const kept = keyFile === undefined ? '' : ` The private key is kept in ${keyFile}.`;
    return {
      text: () =>
        `${sentence(printable(info))} Request ${requestId}: no certificate was issued yet.${kept}\n` +
        `When it is approved: sealwright enroll --finalize ${requestId} --out ${printable(out)}${keyFile === undefined ? ' --csr FILE' : ''}\n`,
      json: {
        outcome: result.outcome,
        request_id: requestId,
        info_message: info,
        ...(link === undefined ? {} : { link }),
        ...(keyFile === undefined ? {} : { key_file: keyFile }),
      },
    };
  }
  const { certificate, chain, files, warnings } = result;
  const written = fileNames(files, { withChain: chain.length > 0 });
  const until = formatMoment(certificate.notAfter);
  return {
    text: () =>
      `issued ${printedSerialNumber(certificate.serialNumberText)} to ${printable(certificate.subject.toString())} by ` +
      `${printable(certificate.issuer.toString())}, valid to ${until}\n` +
      Object.entries(written)
        .map(([what, file]) => `  ${what.padEnd(11)}  ${file}\n`)
        .join(''),
    json: {
      outcome: 'issued',
      serial_number: printedSerialNumber(certificate.serialNumberText),
      subject_dn: certificate.subject.toString(),
      issuer_dn: certificate.issuer.toString(),
      not_before: formatMoment(certificate.notBefore),
      not_after: until,
      sha256_fingerprint: certificate.sha256Fingerprint,
      files: written,
    },
    warnings,
  };
}

/** With a full stop, which some texts of servers lack. */
export function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
