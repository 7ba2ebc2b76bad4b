import type { CliCommand } from '../../cli-command.ts';
import { formatTable } from '../../terminal/output.ts';
import type { ListedCrl } from '../../rest/crl-rest.ts';

/** `sealwright crl list`: the newest CRLs of one CA, or of all. */
export function addCrlListCommand(crl: CliCommand): void {
  crl
    .command('list')
    .argument('[ca]', 'name of the CA; all that you may access when left out')
    .summary('list CRLs')
    .description('Lists the newest CRLs of CAs with their numbers, and until when each is good.')
    .examples(
      'sealwright crl list',
      `sealwright crl list "Issuing CA" --json | jq -r '.crls[] | select(.kind == "base") | .next_update'`,
    )
    .inSession(async (session, command) => {
      const [named] = command.args;
      const rest = await session.connectToCrls();
      const cas = named === undefined ? await x509Cas() : [named];
      const found: { ca: string; crls: readonly ListedCrl[] }[] = [];
      for (const ca of cas) found.push({ ca, crls: await rest.list(ca) });
      const now = session.context.now();
      session.show({
        text: () =>
          formatTable(
            ['CA', 'CRL', 'NUMBER', 'THIS UPDATE', 'NEXT UPDATE'],
            found.flatMap(({ ca, crls }) =>
              crls.length === 0 ? [[ca, 'none', '', '', '']] : crls.map((each) => [ca, ...rowOf(each, now)]),
            ),
          ),
        json: { crls: found.flatMap(({ ca, crls }) => crls.map((each) => ({ ca, ...jsonOf(each) }))) },
      });
      return 'success';

      async function x509Cas(): Promise<readonly string[]> {
        const all = await (await session.connectToCas()).list();
        return all.filter(({ type }) => type === 'X509').map(({ name }) => name);
      }
    });
}

function rowOf({ kind, partition, number, thisUpdate, nextUpdate, imported }: ListedCrl, now: number): string[] {
  const which = `${kind}${partition === 0 ? '' : `, partition ${partition}`}${imported ? ', imported' : ''}`;
  const ended = Date.parse(nextUpdate) < now ? ' (past)' : '';
  return [which, String(number), thisUpdate, `${nextUpdate}${ended}`];
}

function jsonOf({ thisUpdate, nextUpdate, ...crl }: ListedCrl) {
  return { ...crl, this_update: thisUpdate, next_update: nextUpdate };
}
