import type { CliCommand } from '../../cli-command.ts';
import { caWarnings } from '../../text/ca-warnings.ts';
import { withoutMilliseconds } from '../../arguments/moment.ts';
import { formatTable } from '../../terminal/output.ts';
import type { ListedCa, OcspResponderOfCa } from '../../rest/ca-administration-rest.ts';

/** `sealwright ca list`: the CAs that the caller may access. */
export function addCaListCommand(ca: CliCommand): void {
  ca.command('list')
    .summary('list CAs')
    .description('Lists the CAs that you may access: how each stands, and how many days its certificate has left.')
    .option('--external', 'also CAs of which the server holds only the certificate')
    .examples('sealwright ca list', "sealwright ca list --json | jq -r '.certificate_authorities[].name'")
    .inSession(async (session, command) => {
      const { external = false } = command.opts<{ readonly external?: boolean }>();
      const all = await (await session.connectToCas()).list();
      const cas = all.filter(({ status }) => external || status !== 'EXTERNAL');
      const now = session.context.now();
      session.show({
        text: () =>
          formatTable(
            ['NAME', 'SUBJECT', 'STATUS', 'EXPIRES', 'DAYS LEFT', 'CRL ENDS'],
            cas.map((ca) => [
              ca.name,
              ca.subjectDn,
              statusText(ca),
              withoutMilliseconds(ca.notAfter ?? ''),
              daysText(daysLeft(ca, now)),
              crlText(ca, now),
            ]),
          ),
        json: {
          certificate_authorities: cas.map((each) => ({
            id: each.id,
            name: each.name,
            subject_dn: each.subjectDn,
            issuer_dn: each.issuerDn,
            type: each.type,
            status: each.status,
            external: each.status === 'EXTERNAL',
            ...(each.tokenState === undefined ? {} : { crypto_token_state: each.tokenState }),
            ...(each.notAfter === undefined
              ? {}
              : { expiration_date: withoutMilliseconds(each.notAfter), days_left: daysLeft(each, now) }),
            ...(each.crls?.nextUpdate === undefined ? {} : { crl_ends: withoutMilliseconds(each.crls.nextUpdate) }),
            ...(each.crls === undefined ? {} : { missing_crls: each.crls.missing }),
            ...(each.ocspResponder === undefined ? {} : { ocsp_responder: responderJson(each.ocspResponder) }),
            ...(each.addresses === undefined ? {} : { addresses: each.addresses }),
          })),
        },
        warnings: caWarnings(cas, now),
      });
      return 'success';
    });
}

function responderJson({ endsSoon, missing, notAfter }: OcspResponderOfCa) {
  return {
    missing,
    ends_soon: endsSoon,
    ...(notAfter === undefined ? {} : { ends: withoutMilliseconds(notAfter) }),
  };
}

/** A CA whose token is closed signs nothing, whatever its status. */
function statusText({ status, tokenState }: ListedCa): string {
  return tokenState === 'offline' ? `${status}, token offline` : status;
}

/** Whole days until the certificate ends; negative afterwards, undefined without a certificate. */
function daysLeft({ notAfter }: ListedCa, now: number): number | undefined {
  return notAfter === undefined ? undefined : Math.floor((Date.parse(notAfter) - now) / DAY_MS);
}

function daysText(days: number | undefined): string {
  if (days === undefined) return '';
  if (days < 0) return 'expired';
  return days < SOON_DAYS ? `${days}, ends soon` : String(days);
}

function crlText({ crls }: ListedCa, now: number): string {
  if (crls === undefined) return '';
  if (crls.missing > 0 || crls.nextUpdate === undefined) return 'none';
  const ended = Date.parse(crls.nextUpdate) < now ? ' (past)' : '';
  return `${withoutMilliseconds(crls.nextUpdate)}${ended}`;
}

const DAY_MS = 86_400_000;
const SOON_DAYS = 30;
