import type { CliCommand } from '../../cli-command.ts';
import { parseCertificateSource, readCertificateSource } from '../../arguments/certificate-source.ts';
import { UnexpectedAnswerError } from '../../errors.ts';
import { askOcsp, findIssuer, respondersOf } from '../../ocsp/ask-ocsp.ts';
import { type CheckedOcsp, checkOcsp } from '../../ocsp/check-ocsp.ts';
import { printable } from '../../terminal/output.ts';
import { ageText, leftText } from '../../text/length-of-time.ts';

interface CheckOptions {
  readonly issuer?: string;
  readonly url?: string;
}

interface Response {
  readonly where: string;
  readonly checked: CheckedOcsp;
  /** True when it was given by the TLS server, instead of the responder. */
  readonly stapled: boolean;
}

/** `sealwright ocsp check`: what OCSP says of a certificate, as relying parties ask. */
export function addOcspCheckCommand(ocsp: CliCommand): void {
  ocsp
    .command('check')
    .argument('<certificate>', 'FILE, or HOST:PORT of a server that shows it')
    .option('--issuer <file>', 'certificates of CAs, PEM or DER, among them that of the one that has issued it')
    .option('--url <url>', 'the responder to ask instead of the one that the certificate names')
    .summary('ask an OCSP responder about a certificate')
    .description(
      'Asks a responder about a certificate with a nonce, and verifies the answer: whose it is, its signature, the right of its signer to answer for the CA, and its times. ' +
        'The certificate of the CA is the one of --issuer, comes with the certificate, or is where that says. The response that a TLS server staples is checked, too. ' +
        'The exit code is 1 when the certificate is not good, and when an answer cannot be relied on. Needs no client certificate.',
    )
    .examples(
      'sealwright ocsp check web1.crt.pem --issuer ca.pem',
      'sealwright ocsp check web1.crt.pem --issuer ca.pem --url http://127.0.0.1:8080/ocsp',
      'sealwright ocsp check www.example.com:443 --json | jq -r .status',
    )
    .inSession(async (session, command) => {
      const [named = ''] = command.args;
      const { issuer: file, url } = command.opts<CheckOptions>();
      const { timeoutMs } = session.options;
      const source = await parseCertificateSource(named);
      const found = await session.progress.during(
        'reading the certificate',
        readCertificateSource(source, { timeoutMs }),
      );
      const { certificate, ocspResponse } = found;
      const urls = url === undefined ? respondersOf(certificate) : [url];
      if (urls.length === 0 && ocspResponse === undefined)
        throw new UnexpectedAnswerError(
          `the certificate of ${named} names no OCSP responder that is had over HTTP: name one with --url`,
        );
      const asked = { certificate, issuer: await findIssuer(session, found, file) };
      const now = () => session.context.now();
      const responses: Response[] = [];
      if (urls.length > 0) {
        const { octets, nonce, url: where } = await askOcsp(session, urls, asked);
        responses.push({ where, checked: checkOcsp(octets, asked, { nonce, now: now(), where }), stapled: false });
      }
      if (ocspResponse !== undefined) {
        const where = `the staple of ${named}`;
        responses.push({ where, checked: checkOcsp(ocspResponse, asked, { now: now(), where }), stapled: true });
      }
      const problems = responses.flatMap(({ checked, stapled, where }) =>
        checked.problems.map((problem) => (stapled ? `${where}: ${problem}` : problem)),
      );
      const about = {
        certificate: named,
        subject: certificate.subject.toString(),
        serialNumber: certificate.serialNumberText,
        issuer: asked.issuer.subject.toString(),
      };
      session.show({
        text: () => textOf(about, responses),
        json: jsonOf(about, responses, problems),
        warnings: problems,
      });
      return problems.length === 0 ? 'success' : 'refused';
    });
}

interface About {
  readonly certificate: string;
  readonly subject: string;
  readonly serialNumber: string;
  readonly issuer: string;
}

function textOf({ subject, serialNumber, issuer }: About, responses: readonly Response[]): string {
  const facts: readonly (readonly [string, string])[] = [
    ['certificate', subject],
    ['serial number', serialNumber],
    ['issuer', issuer],
    ...responses.flatMap(({ where, checked, stapled }) => [
      [stapled ? 'stapled' : 'responder', where] as const,
      ...factsOf(checked, stapled),
    ]),
  ];
  const width = Math.max(...facts.map(([name]) => name.length));
  return facts.map(([name, value]) => `${name.padEnd(width)}  ${printable(value)}\n`).join('');
}

function factsOf(
  { status, revokedAt, reason, answer }: CheckedOcsp,
  stapled: boolean,
): readonly (readonly [string, string])[] {
  const revoked = revokedAt === undefined ? '' : `, ${revokedAt}: ${reason ?? 'no reason is given'}`;
  if (answer === undefined) return [['status', 'none that can be relied on']];
  const { producedAt, thisUpdate, nextUpdate, ageSeconds, secondsLeft, hasNonce } = answer;
  return [
    ['status', `${status}${revoked}`],
    ['produced at', producedAt],
    ['this update', `${thisUpdate}, ${ageText(ageSeconds)}`],
    ['next update', nextUpdate === undefined ? 'not said' : `${nextUpdate}, ${leftText(secondsLeft!)}`],
    ['signature', `good, by ${signerText(answer)}`],
    ...(stapled ? [] : [['nonce', hasNonce ? 'repeated' : 'not in the answer'] as const]),
  ];
}

function signerText({ signer, signerDn, noCheck }: NonNullable<CheckedOcsp['answer']>): string {
  if (signer === 'issuer') return 'the CA itself';
  return `${signerDn}, which the CA has certified${noCheck === true ? '' : '; whether it is revoked itself was not asked'}`;
}

function jsonOf(about: About, responses: readonly Response[], problems: readonly string[]) {
  const asked = responses.find(({ stapled }) => !stapled);
  const staple = responses.find(({ stapled }) => stapled);
  return {
    certificate: about.certificate,
    subject_dn: about.subject,
    serial_number: about.serialNumber,
    issuer_dn: about.issuer,
    ...(asked === undefined ? {} : { responder: asked.where, ...membersOf(asked) }),
    ...(staple === undefined ? {} : { stapled: membersOf(staple) }),
    problems,
  };
}

function membersOf({ checked: { status, revokedAt, reason, answer } }: Response) {
  return {
    status,
    // JSON leaves out what is undefined.
    revocation_date: revokedAt,
    revocation_reason: reason,
    produced_at: answer?.producedAt,
    this_update: answer?.thisUpdate,
    age_seconds: answer?.ageSeconds,
    next_update: answer?.nextUpdate,
    seconds_left: answer?.secondsLeft,
    signer: answer?.signer,
    signer_dn: answer?.signerDn,
    has_nonce: answer?.hasNonce,
  };
}
