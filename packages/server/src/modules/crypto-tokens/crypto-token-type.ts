import { Type } from 'typebox';
import {
  choice,
  type Configuration,
  defineDocumentType,
  type Document,
  type DocumentHead,
  hooksFor,
  type HooksOfType,
  secret,
} from '../configuration/index.ts';
import type { Write } from '../../kernel/unit-of-work.ts';
import { cryptoTokenRule } from './crypto-token-rules.ts';
import { FixedTokenTypeError } from './errors.ts';
import { parsePkcs11Settings, PKCS11_TYPES } from './pkcs11-settings.ts';
import type { TokenDocumentWrites } from './token-document-writes.ts';

/** A crypto token's settings, checked. */
export interface CryptoTokenConfiguration {
  readonly type: string;
  readonly properties: Readonly<Record<string, string>>;
  /** Gives the stored activation code; undefined when the activation is not automatic. A secret: keep it no longer than needed. */
  readonly revealCode: (() => string) | undefined;
}

/**
 * The document of a crypto token. Its key pairs, and what protects them, stand in tables of their own.
 *
 * The code is stored only to activate automatically: a token without that gets its code by its first activation.
 */
export const cryptoTokenType = defineDocumentType({
  token: 'CRYPTOTOKEN',
  title: 'crypto token',
  dump: { directory: 'crypto-tokens', objectType: 'Crypto Token', version: 2, named: true },
  names: { kind: 'named' },
  publicIds: { kind: 'random', above: 1000 },
  schemaVersion: 1,
  schema: Type.Object(
    {
      type: choice(
        {
          SoftCryptoToken: 'SoftCryptoToken',
          PKCS11CryptoToken: 'PKCS11CryptoToken',
          Pkcs11NgCryptoToken: 'Pkcs11NgCryptoToken',
          AzureCryptoToken: 'AzureCryptoToken',
          AWSKMSCryptoToken: 'AWSKMSCryptoToken',
          NullCryptoToken: 'NullCryptoToken',
        },
        {
          description:
            'What holds the keys: the database (`SoftCryptoToken`) or a device behind PKCS #11. It cannot be changed later. This release refuses the other types.',
        },
      ),
      properties: Type.Record(Type.String(), Type.String({ maxLength: 4096 }), {
        default: {},
        maxProperties: 100,
        description:
          'What a device needs, under the names of EJBCA: `sharedLibrary`, `slotLabelType`, `slotLabelValue`, `attributes`, `allow.extractable.privatekey`. A token in software has none.',
      }),
      autoActivation: Type.Boolean({
        default: false,
        description: 'Opens the token by itself when it is used, with the code that is stored here.',
      }),
      authenticationCode: secret({
        default: '',
        description:
          'The activation code, for automatic activation only. A new one becomes the code of a token in software, and has to be the PIN of a device.',
      }),
    },
    { additionalProperties: false },
  ),
  parse: ({ type, properties, autoActivation, authenticationCode }, report): CryptoTokenConfiguration => {
    if (autoActivation && authenticationCode.isEmpty) {
      report('authenticationCode', 'is empty; automatic activation needs the activation code');
    }
    if (!autoActivation && !authenticationCode.isEmpty) {
      report('authenticationCode', 'is given without automatic activation; a code that nobody needs is not stored');
    }
    if (PKCS11_TYPES.includes(type)) {
      parsePkcs11Settings(properties, (property, problem) => report(`properties.${property}`, problem));
    }
    return { type, properties, revealCode: autoActivation ? () => authenticationCode.reveal() : undefined };
  },
  administration: {
    rights: {
      // There is no right to tokens in general: who has none to any sees none.
      view: (token) =>
        token === undefined ? [[]] : [[cryptoTokenRule('view', token.id)], [cryptoTokenRule('modify', token.id)]],
      create: () => ['/cryptotoken/modify/'],
      change: ({ id }) => [cryptoTokenRule('modify', id)],
      remove: ({ id }) => [cryptoTokenRule('delete', id)],
    },
    events: {
      created: 'CRYPTOTOKEN_CREATE',
      changed: 'CRYPTOTOKEN_EDIT',
      renamed: 'CRYPTOTOKEN_EDIT',
      removed: 'CRYPTOTOKEN_DELETION',
    },
    recordsPlans: true,
  },
});

/** A crypto token as it was read. */
export type CryptoTokenDocument = Document<unknown, CryptoTokenConfiguration>;

/**
 * Returns the hooks that run when a token's document changes.
 *
 * @param namedBy - finds the documents that name a token in a text
 */
export function cryptoTokenHooks(
  writes: () => TokenDocumentWrites,
  namedBy: (token: CryptoTokenDocument) => Promise<readonly DocumentHead[]>,
): HooksOfType {
  return hooksFor(cryptoTokenType, {
    created: ({ document }) => storeCode(writes(), undefined, document),
    changed: async ({ before, document }) => {
      const { type } = before.value;
      if (document.value.type !== type) throw new FixedTokenTypeError(document.name, type);
      return storeCode(writes(), before, document);
    },
    removed: ({ document }) => writes().deletion(document.id),
    namedBy: ({ document }) => namedBy(document),
  });
}

async function storeCode(
  writes: TokenDocumentWrites,
  before: CryptoTokenDocument | undefined,
  { id, value }: CryptoTokenDocument,
): Promise<readonly Write[]> {
  const { type, properties, revealCode } = value;
  if (revealCode === undefined) return [];
  const stored = before && { properties: before.value.properties, code: before.value.revealCode?.() };
  return writes.codeStorage({ id, type, properties }, stored, revealCode());
}

/** Tells whether a crypto token keeps its keys in a device. */
export async function isHardwareToken(configuration: Pick<Configuration, 'getById'>, id: number): Promise<boolean> {
  return (await configuration.getById(cryptoTokenType, id)).value.type !== 'SoftCryptoToken';
}
