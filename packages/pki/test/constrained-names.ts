/** Names beside the constraints of a CA above, and whether they lie within: for us and for OpenSSL. */
export interface ConstrainedName {
  /** As the name constraints take it: `dNSName=example.com`, and `10.0.0.0/8` for addresses. */
  readonly subtree: string;
  readonly name: string;
  readonly within: boolean;
}

export const CONSTRAINED_NAMES: readonly ConstrainedName[] = [
  { subtree: 'dNSName=example.com', name: 'dNSName=example.com', within: true },
  { subtree: 'dNSName=example.com', name: 'dNSName=WWW.Example.COM', within: true },
  { subtree: 'dNSName=example.com', name: 'dNSName=a.b.example.com', within: true },
  { subtree: 'dNSName=example.com', name: 'dNSName=badexample.com', within: false },
  { subtree: 'dNSName=example.com', name: 'dNSName=example.com.evil.net', within: false },
  { subtree: 'dNSName=example.com', name: 'dNSName=*.example.com', within: true },
  { subtree: 'dNSName=example.com', name: 'dNSName=com', within: false },
  { subtree: 'dNSName=.example.com', name: 'dNSName=www.example.com', within: true },
  { subtree: 'dNSName=.example.com', name: 'dNSName=*.example.com', within: true },
  { subtree: 'dNSName=.example.com', name: 'dNSName=example.com', within: false },
  { subtree: 'dNSName=.example.com', name: 'dNSName=badexample.com', within: false },
  { subtree: 'rfc822Name=example.com', name: 'rfc822Name=alice@example.com', within: true },
  { subtree: 'rfc822Name=example.com', name: 'rfc822Name=alice@EXAMPLE.com', within: true },
  { subtree: 'rfc822Name=example.com', name: 'rfc822Name=alice@mail.example.com', within: false },
  { subtree: 'rfc822Name=.example.com', name: 'rfc822Name=alice@mail.example.com', within: true },
  { subtree: 'rfc822Name=.example.com', name: 'rfc822Name=alice@example.com', within: false },
  { subtree: 'rfc822Name=alice@example.com', name: 'rfc822Name=alice@example.com', within: true },
  { subtree: 'rfc822Name=alice@example.com', name: 'rfc822Name=Alice@example.com', within: false },
  { subtree: 'rfc822Name=alice@example.com', name: 'rfc822Name=bob@example.com', within: false },
  {
    subtree: 'uniformResourceIdentifier=example.com',
    name: 'uniformResourceIdentifier=https://example.com/a',
    within: true,
  },
  {
    subtree: 'uniformResourceIdentifier=example.com',
    name: 'uniformResourceIdentifier=https://www.example.com/',
    within: false,
  },
  {
    subtree: 'uniformResourceIdentifier=.example.com',
    name: 'uniformResourceIdentifier=https://www.example.com:8443/',
    within: true,
  },
  {
    subtree: 'uniformResourceIdentifier=.example.com',
    name: 'uniformResourceIdentifier=https://example.com/',
    within: false,
  },
  {
    subtree: 'uniformResourceIdentifier=example.com',
    name: 'uniformResourceIdentifier=https://evil.net/?https://example.com/',
    within: false,
  },
  { subtree: 'iPAddress=10.1.0.0/16', name: 'iPAddress=10.1.2.3', within: true },
  { subtree: 'iPAddress=10.1.0.0/16', name: 'iPAddress=10.2.2.3', within: false },
  { subtree: 'iPAddress=10.1.0.0/16', name: 'iPAddress=2001:db8::1', within: false },
  { subtree: 'iPAddress=2001:db8::/32', name: 'iPAddress=2001:db8::1', within: true },
  { subtree: 'iPAddress=2001:db8::/32', name: 'iPAddress=2001:db9::1', within: false },
  { subtree: 'directoryName=O=Example\\,C=SE', name: 'directoryName=CN=a\\,O=Example\\,C=SE', within: true },
  { subtree: 'directoryName=O=Example\\,C=SE', name: 'directoryName=CN=a\\,O=EXAMPLE\\,C=SE', within: true },
  { subtree: 'directoryName=O=Example\\,C=SE', name: 'directoryName=CN=a\\,O=Other\\,C=SE', within: false },
  { subtree: 'directoryName=O=Example\\,C=SE', name: 'directoryName=C=SE', within: false },
];
