import { Certificate, formatCertificateText, formatPem, PkiError } from '@sealwright/pki';
import type { CliCommand } from '../../cli-command.ts';
import { membersOf } from '../../certificates/listing.ts';
import { findWanted, readWanted } from '../../certificates/wanted.ts';
import type { AuditRecord, FoundCertificate } from '../../rest/certificate-rest.ts';
import { formatTable, printable, type Result } from '../../terminal/output.ts';

/** History of a certificate: its audit records, or nothing for callers who may not read them. */
interface History {
  readonly records: readonly AuditRecord[];
  readonly more: boolean;
}

/** `sealwright cert show`: one certificate, how it stands, and what has been done with it. */
export function addCertShowCommand(cert: CliCommand): void {
  cert
    .command('show')
    .argument(
      '<certificate>',
      'serial number, SHA-1 or SHA-256 fingerprint, FILE, or HOST:PORT of a server that shows it',
    )
    .option('--ca <name>', 'the CA that has issued it, where several have given its serial number')
    .summary('show a certificate')
    .description(
      'Shows a certificate that the server has issued: what it says, its status, who asked for it, and its audit records, where you may read ' +
        'those. Numbers are hexadecimal, with or without leading zeros, colons and 0x; a serial number may be decimal. A server is asked for its ' +
        'certificate over TLS, and not trusted.',
    )
    .examples(
      'sealwright cert show 0d:80:87:9a:ee:58:7a:28:80:b6:c3:83:6c:fb:49:30:e3:41:73:17',
      'sealwright cert show web1.crt.pem',
      'sealwright cert show www.example.org:443',
      'sealwright cert show 5A1F33C09D2E7781 --ca ManagementCA --json | jq -r .status',
    )
    .inSession(async (session, command) => {
      const [text = ''] = command.args;
      const { ca } = command.opts<{ readonly ca?: string }>();
      const { timeoutMs } = session.options;
      const wanted = await session.progress.during('reading the certificate', readWanted(text, { timeoutMs }));
      const rest = await session.connectToCertificates();
      const found = await findWanted(rest, wanted, ca);
      const history = found.sha1 === '' ? undefined : await rest.auditRecords(found.sha1);
      session.show(shownResult(found, history, session.context.now()));
      return 'success';
    });
}

function shownResult(found: FoundCertificate, history: History | undefined, nowMs: number): Result {
  const members = membersOf(found);
  const askedBy = history?.records.find(({ event }) => event === 'CERT_CREATION')?.actor;
  return {
    text: () =>
      [
        formatTable(['WHAT', 'VALUE'], linesOf(found, askedBy, nowMs)),
        ...certificateText(found),
        ...historyText(history),
      ].join('\n'),
    json: {
      ...members,
      // JSON leaves out what is undefined.
      asked_by: askedBy,
      certificate: found.octets?.toBase64(),
      pem: found.octets === undefined || !isX509(found) ? undefined : formatPem('CERTIFICATE', found.octets),
      audit_records: history?.records.map(({ json }) => json),
      more_audit_records: history?.more,
    },
  };
}

function linesOf(found: FoundCertificate, askedBy: string | undefined, nowMs: number): string[][] {
  const members = membersOf(found);
  const { status, revocation_date: date, revocation_reason: reason } = members;
  const hasEnded = found.notAfter * 1000 + 999 < nowMs;
  const how = date === undefined ? status : `${status} at ${date}: ${reason ?? ''}`;
  const lines: readonly (readonly [string, string | undefined])[] = [
    ['serial number', members.serial_number],
    ['status', `${how}${hasEnded ? ', has ended' : ''}`],
    ['invalidity date', members.invalidity_date],
    ['subject DN', members.subject_dn],
    ['issuer DN', members.issuer_dn],
    ['valid', `${members.not_before} to ${members.not_after}`],
    ['username', members.username],
    ['certificate profile', members.certificate_profile_name],
    ['end entity profile', members.end_entity_profile_name],
    ['asked for by', askedBy],
    ['changed', members.updated],
    ['SHA-1', members.sha1_fingerprint],
    ['SHA-256', members.sha256_fingerprint],
  ];
  return lines.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
}

/** Certificates of other kinds, and those of which only the revocation is known, have no text. */
function certificateText(found: FoundCertificate): readonly string[] {
  if (found.octets === undefined || !isX509(found)) return [];
  try {
    return [`${formatCertificateText(Certificate.parse(found.octets))}\n`];
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    return [`the certificate cannot be read: ${printable(error.message)}\n`];
  }
}

function historyText(history: History | undefined): readonly string[] {
  if (history === undefined) return ['audit records: not shown; they take the right /secureaudit/auditor/select/\n'];
  const rows = history.records.map(({ time, event, outcome, actor }) => [time, event, outcome, actor]);
  return [
    'audit records:\n' +
      formatTable(['TIME', 'EVENT', 'OUTCOME', 'BY'], rows) +
      (history.more ? `there are more than these ${rows.length}\n` : ''),
  ];
}

function isX509({ octets }: FoundCertificate): boolean {
  return octets?.[0] === SEQUENCE;
}

const SEQUENCE = 0x30;
