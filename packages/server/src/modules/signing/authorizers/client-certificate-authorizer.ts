import { Certificate, PkiError } from '@sealwright/pki';
import { shortened } from '../../../kernel/text/shortened.ts';
import type { AuthorizationContext, Authorized, Authorizer, AuthorizerKind } from './authorizer.ts';
import type { Client, ClientCertificate } from '../worker-contract/index.ts';
import { ClientNotAuthorizedError } from './errors.ts';
import { type CheckedRule, checkRules, matches } from './client-rules.ts';

/** Admits clients with a certificate that one of the worker's rules names. */
export const clientCertificateAuthorizer: AuthorizerKind = {
  names: ['CLIENTCERT', 'org.signserver.server.ClientCertAuthorizer'],
  make: (properties, rules) => new ClientCertificateAuthorizer(checkRules(rules, properties)),
};

class ClientCertificateAuthorizer implements Authorizer {
  readonly #rules: readonly CheckedRule[];

  constructor(rules: readonly CheckedRule[]) {
    this.#rules = rules;
  }

  async authorize({ certificate: shown }: Client, { certificates, worker }: AuthorizationContext): Promise<Authorized> {
    if (shown === undefined) throw new ClientNotAuthorizedError('Error, client authentication is required.');
    const certificate = await certificates.verify(shown);
    if (certificate === undefined || !this.#rules.some((rule) => matches(rule, certificate)))
      throw new ClientNotAuthorizedError(`Worker ${worker.id}: Client is not authorized${describe(shown)}`);
    return { username: undefined, certificate };
  }
}

/** Describes the client's certificate by its contents only, so that the answer does not reveal whether its CA is known or it was revoked. */
function describe({ der }: ClientCertificate): string {
  try {
    const { subject, serialNumberText, issuer } = Certificate.parse(der);
    const [client, ca] = [subject, issuer].map((name) => shortened(name.toString(), MAX_NAME));
    return `: "${client}", "${serialNumberText}, ${ca}"`;
  } catch (error) {
    if (error instanceof PkiError) return '';
    throw error;
  }
}

/** Maximum length of a name in the worker log: certificates of unknown CAs may have names of any length. */
const MAX_NAME = 1000;
