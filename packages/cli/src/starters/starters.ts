/** The starter profiles: pairs of a certificate profile and an end entity profile to copy, and an example of what each is for. */

/** A name that a certificate of the pair can have. */
export interface ExampleOfX509 {
  readonly kind: 'x509';
  readonly username: string;
  readonly subject: string;
  /** As `--san` takes them. */
  readonly san: readonly string[];
}

/** Principals that an SSH certificate of the pair can have. */
export interface ExampleOfSsh {
  readonly kind: 'ssh';
  readonly username: string;
  readonly publicKey: string;
  readonly principals: readonly string[];
}

/** By their names, which are those of their directories. */
export const STARTERS = {
  'tls-server': x509('www.example.com', 'CN=www.example.com', 'dns:www.example.com'),
  'tls-server-private': x509('web1', 'CN=web1.corp.example,O=Example', 'dns:web1.corp.example', 'dns:web1'),
  'tls-client': x509('alice', 'CN=Alice,O=Example', 'email:alice@example.com'),
  smime: x509('alice@example.com', 'CN=alice@example.com', 'email:alice@example.com'),
  'code-signing': x509('Example AB', 'CN=Example AB,O=Example AB,L=Stockholm,C=SE'),
  'time-stamping': x509('tsa', 'CN=Example TSA,O=Example AB,C=SE'),
  'ocsp-signer': x509('ocsp', 'CN=Example OCSP,O=Example AB,C=SE'),
  device: x509('device-4711', 'SN=4711,CN=Thermostat,O=Example AB'),
  ipsec: x509('vpn.example.com', 'CN=vpn.example.com,O=Example', 'dns:vpn.example.com'),
  'smart-card-logon': x509('alice', 'CN=Alice,O=Example', 'upn:alice@corp.example'),
  'kubernetes-server': x509('node1', 'CN=system:node:node1,O=system:nodes', 'dns:node1', 'ip:10.0.0.1'),
  'kubernetes-client': x509('node1', 'CN=system:node:node1,O=system:nodes'),
  'kerberos-kdc': x509('kdc', 'CN=kdc.example.com,O=Example', 'krb5:krbtgt/EXAMPLE.COM@EXAMPLE.COM'),
  'ssh-user': ssh('alice', '~/.ssh/id_ed25519.pub', 'alice'),
  'ssh-host': ssh('web1', '/etc/ssh/ssh_host_ed25519_key.pub', 'web1.example.com'),
} as const satisfies Readonly<Record<string, ExampleOfX509 | ExampleOfSsh>>;

export type StarterName = keyof typeof STARTERS;

export const STARTER_NAMES = Object.keys(STARTERS) as readonly StarterName[];

function x509(username: string, subject: string, ...san: readonly string[]): ExampleOfX509 {
  return { kind: 'x509', username, subject, san };
}

function ssh(username: string, publicKey: string, ...principals: readonly string[]): ExampleOfSsh {
  return { kind: 'ssh', username, publicKey, principals };
}
