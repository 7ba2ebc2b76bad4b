import type { CliCommand } from '../../cli-command.ts';
import { takeFormerNames } from '../../former-names.ts';
import { caStateJson, formatCaState } from '../../text/ca-state.ts';
import { UsageError } from '../../errors.ts';
import { readInputFile } from '../../files/input-file.ts';
import { readCertificateText } from './ca-acts.ts';
import type { CaState } from '../../rest/ca-administration-rest.ts';
import { readSecretLine } from '../../terminal/secret-line.ts';
import type { Session } from '../../session.ts';
import { readSettingsFile } from '../../files/settings-file.ts';

interface ImportOptions {
  readonly p12?: string;
  readonly p12PasswordFile?: string;
  readonly keyAlias?: string;
  readonly token?: string;
  readonly file?: string;
}

/** `sealwright ca import`: a CA of which there is only a certificate, or one that goes on here with its key. */
export function addCaImportCommand(ca: CliCommand): void {
  const command = ca
    .command('import')
    .argument('<name>', 'the name of the CA')
    .argument('[files...]', 'its certificate and those above it, in any order: PEM, or one in DER a file')
    .summary('take over a CA, or keep its certificate')
    .description(
      'Keeps the certificate of a CA that issues elsewhere; its subjects can then be members of roles. With --p12 the CA goes on ' +
        'here: its private key is taken into a crypto token in software. With --key-alias the key is in the crypto token already, which ' +
        'is the way into a device: its keys cannot be brought in from here. Card verifiable certificates are given as files beside a keystore.',
    )
    .option('--p12 <file>', 'PKCS#12 with the private key, the certificate, and those above it')
    .option('--p12-password-file <file>', "its password is the first line of this file, or of standard input ('-')")
    .option('--key-alias <alias>', 'what the key is called in the crypto token (default with --p12: "<name> signKey")')
    .option('--token <name>', 'the crypto token (default: ManagementCA)')
    .option('--file <file>', "further settings of the CA, YAML or JSON; '-' is standard input")
    .examples(
      'sealwright ca import "Partner CA" partner-ca.pem partner-root.pem',
      'sealwright ca import "Issuing CA" --p12 issuing-ca.p12 --token "Issuing keys"',
      'sealwright ca import "Issuing CA" issuing-ca.pem root-ca.pem --token HSM --key-alias issuing2019',
      'sealwright ca import "CVCA" cvca.cvcert --p12 cvca-key.p12',
    )
    .inSession(async (session, used) => {
      const [name = '', ...files] = used.args;
      const state = await importCa(session, name, files, used.opts<ImportOptions>());
      session.show({ text: () => formatCaState(state), json: caStateJson(state) });
      return 'success';
    });
  takeFormerNames(command, { '--keystore': '--p12', '--password-file': '--p12-password-file' });
}

async function importCa(
  session: Session,
  name: string,
  files: readonly string[],
  options: ImportOptions,
): Promise<CaState> {
  const { p12: keystore, keyAlias } = options;
  if (keystore === undefined && files.length === 0)
    throw new UsageError('give the files of certificates, or a keystore (--p12) that has them');
  if (keystore === undefined && keyAlias === undefined) {
    if (SETTINGS.some((option) => options[option] !== undefined))
      throw new UsageError('without --p12 or --key-alias the certificates are all there is');
    return (await session.connectToCas()).import(name, await textsOf(files));
  }
  const further = options.file === undefined ? {} : await readSettingsFile(session.context, options.file);
  const settings = {
    cryptoToken: options.token ?? 'ManagementCA',
    certSignKey: keyAlias ?? `${name} signKey`,
    ...further,
  };
  const source =
    keystore === undefined
      ? { certificates: await textsOf(files) }
      : {
          ...(await keystoreOf(session, keystore, options)),
          ...(files.length > 0 && { certificates: await textsOf(files) }),
        };
  return (await session.connectToCas()).importWithKeys(name, settings, source);
}

async function keystoreOf(session: Session, file: string, { p12PasswordFile }: ImportOptions) {
  const content = await readInputFile(file, 'the keystore');
  const password = await readSecretLine(session, {
    what: 'password',
    question: `Password of ${file}: `,
    option: '--p12-password-file',
    file: p12PasswordFile,
  });
  return { keystore: Buffer.from(content).toString('base64'), password };
}

function textsOf(files: readonly string[]): Promise<readonly string[]> {
  return Promise.all(files.map(readCertificateText));
}

/** Options that a CA with a certificate alone does not take. */
const SETTINGS = ['p12PasswordFile', 'token', 'file'] as const;
