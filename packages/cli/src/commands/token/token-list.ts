import type { CliCommand } from '../../cli-command.ts';
import { formatTable } from '../../terminal/output.ts';
import type { TokenStatus } from '../../rest/administration-rest.ts';

/** `sealwright token list`: the crypto tokens and whether they are active. */
export function addTokenListCommand(token: CliCommand): void {
  token
    .command('list')
    .summary('list crypto tokens')
    .description('Lists the crypto tokens that you may see, and whether they are active on the host that answers.')
    .examples(
      'sealwright token list',
      `sealwright token list --json | jq -r '.tokens[] | select(.state == "offline") | .name'`,
    )
    .inSession(async (session) => {
      const rest = await session.connectToAdministration();
      const tokens: TokenStatus[] = [];
      for (const { name } of await rest.listDocuments('CRYPTOTOKEN')) tokens.push(await rest.tokenStatus(name));
      session.show({
        text: () =>
          formatTable(
            ['NAME', 'TYPE', 'STATE', 'ACTIVATION'],
            tokens.map(({ name, type, state, autoActivation }) => [
              name,
              type,
              state,
              autoActivation ? 'automatic' : 'by hand',
            ]),
          ),
        json: {
          tokens: tokens.map(({ autoActivation, ...rest }) => ({ ...rest, auto_activation: autoActivation })),
        },
      });
      return 'success';
    });
}
