import type { Certificate, Crl } from '@sealwright/pki';
import type { CliCommand } from '../../cli-command.ts';
import { readPartition } from '../../arguments/crl-partition.ts';
import { readIssuers } from '../../certificates/issuers.ts';
import { type CheckedCrl, checkCrl } from '../../crls/check-crl.ts';
import { findCrl } from '../../crls/find-crl.ts';
import { printable } from '../../terminal/output.ts';
import { ageText, leftText } from '../../text/length-of-time.ts';

interface CheckOptions {
  readonly issuer?: string;
  readonly delta?: boolean;
  readonly partition?: string;
}

/** `sealwright crl check`: whether a CRL is one that relying parties take. */
export function addCrlCheckCommand(crl: CliCommand): void {
  crl
    .command('check')
    .argument('<crl>', 'a file, a URL, HOST:PORT of a TLS server, or the name of a CA')
    .option('--issuer <file>', 'certificates of CAs, PEM or DER, to verify the signature with')
    .option('--delta', 'of a CA: the delta CRL')
    .option('--partition <number>', 'of a CA: the CRL of a partition (default: 0, the main CRL)')
    .summary('check a CRL as relying parties do')
    .description(
      'Says who issued a CRL, its number, how old it is and when it ends, and verifies its signature. The certificate of the issuer is the one of --issuer, of the server that a CA is on, or ' +
        'where the CRL or the certificate of the TLS server says that it is. The exit code is 1 when relying parties would refuse the CRL, when its signature could not be verified, and when the TLS server has ' +
        'a revoked certificate. Needs no client certificate.',
    )
    .examples(
      'sealwright crl check ManagementCA',
      'sealwright crl check http://pki.example/crls/Issuing%20CA.crl --issuer ca.pem',
      'sealwright crl check www.example.com:443',
      'sealwright crl check last.crl --issuer ca.pem --json | jq .seconds_left',
    )
    .inSession(async (session, command) => {
      const [named = ''] = command.args;
      const { issuer, delta = false, partition } = command.opts<CheckOptions>();
      const given = issuer === undefined ? [] : await readIssuers(issuer);
      const found = await findCrl(session, named, { delta, partition: readPartition(partition) });
      const issuers = given.length > 0 ? given : found.issuers;
      const checked = checkCrl(found.crl, issuers, session.context.now(), found.where);
      const revoked = found.subject && isRevoked(found.crl, found.subject);
      const problems = [
        ...checked.problems,
        ...(revoked === true ? [`it lists the certificate of ${named} as revoked`] : []),
      ];
      session.show({
        text: () => textOf(found.where, checked, { revoked, trusted: issuer !== undefined }),
        json: jsonOf(found.where, checked, revoked, problems),
        warnings: problems,
      });
      return problems.length === 0 ? 'success' : 'refused';
    });
}

function isRevoked(crl: Crl, { serialNumberText }: Certificate): boolean {
  for (const entry of crl.entries()) if (entry.serialNumberText === serialNumberText) return true;
  return false;
}

function textOf(
  where: string,
  crl: CheckedCrl,
  { revoked, trusted }: { readonly revoked: boolean | undefined; readonly trusted: boolean },
): string {
  const facts: readonly (readonly [string, string])[] = [
    ['CRL', where],
    ['issuer', crl.issuerDn],
    ['number', `${crl.number ?? 'none'}${crl.baseNumber === undefined ? '' : `, a delta CRL to ${crl.baseNumber}`}`],
    ['covers', crl.onlySome ? 'what its issuing distribution point says' : 'all certificates of its issuer'],
    ['entries', String(crl.entries)],
    ['this update', `${crl.thisUpdate}, ${ageText(crl.ageSeconds)}`],
    ['next update', crl.nextUpdate === undefined ? 'not said' : `${crl.nextUpdate}, ${leftText(crl.secondsLeft!)}`],
    ['signature', signatureText(crl.signature, trusted)],
    ...(revoked === undefined ? [] : [['certificate', revoked ? 'revoked' : 'not on the CRL'] as const]),
  ];
  const width = Math.max(...facts.map(([name]) => name.length));
  return facts.map(([name, value]) => `${name.padEnd(width)}  ${printable(value)}\n`).join('');
}

function jsonOf(where: string, crl: CheckedCrl, revoked: boolean | undefined, problems: readonly string[]) {
  return {
    crl: where,
    issuer_dn: crl.issuerDn,
    ...(crl.issuerKey === undefined ? {} : { authority_key_identifier: crl.issuerKey }),
    ...(crl.number === undefined ? {} : { number: crl.number }),
    ...(crl.baseNumber === undefined ? {} : { base_number: crl.baseNumber }),
    partial: crl.onlySome,
    entries: crl.entries,
    this_update: crl.thisUpdate,
    ...(crl.nextUpdate === undefined ? {} : { next_update: crl.nextUpdate, seconds_left: crl.secondsLeft }),
    age_seconds: crl.ageSeconds,
    signature: crl.signature,
    ...(revoked === undefined ? {} : { revoked }),
    problems,
  };
}

/** @param trusted - whether somebody has named the certificate: one that comes from where the CRL does proves little */
function signatureText(signature: CheckedCrl['signature'], trusted: boolean): string {
  if (signature === 'unknown') return 'not verified';
  if (signature === 'wrong') return 'wrong';
  return trusted ? 'good, by the certificate of --issuer' : 'good, by a certificate that was found with it';
}
