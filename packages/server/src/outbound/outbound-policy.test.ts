import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { outboundHosts } from '../../../../test/outbound/outbound-hosts.ts';
import { readIpAddress } from './ip-address.ts';
import { OutboundPolicy, placeOf, readOutboundHost, type UrlSource } from './outbound-policy.ts';

/** Returns whether a URL is requested when its host has the address. */
function allows(hosts: readonly string[], url: string, address?: string, source: UrlSource = 'administrator'): boolean {
  const policy = new OutboundPolicy(outboundHosts(...hosts));
  const parsed = new URL(url);
  if (policy.refusal(parsed, source) !== undefined) return false;
  const read = address === undefined ? undefined : readIpAddress(address);
  return read === undefined || policy.addressRefusal(placeOf(parsed), read, source) === undefined;
}

/** Addresses that lead to the host itself, its link, or the metadata of a cloud. */
const HOST = [
  '127.0.0.1 127.255.255.254 ::1 169.254.1.1 fe80::1 fe80::1%eth0 ::ffff:127.0.0.1 ::ffff:7f00:1 ::127.0.0.1',
  '64:ff9b::7f00:1 2002:7f00:1:: ::ffff:0:127.0.0.1 169.254.169.254 64:ff9b::a9fe:a9fe fd00:ec2::254',
  '168.63.129.16 100.100.100.200 192.0.0.192',
].flatMap((line) => line.split(' '));
const PRIVATE = [
  '10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 100.64.0.1 192.0.2.1 198.18.0.1 fc00::1 fd12::1 fec0::1',
  '2001:db8::1 2001:0:1::1 64:ff9b:1::a00:1 ::ffff:10.0.0.1 2002:a00:1::1',
].flatMap((line) => line.split(' '));
const NONE = ['0.0.0.0', '0.1.2.3', '::', '224.0.0.1', '239.255.255.250', '255.255.255.255', '240.0.0.1', 'ff02::1'];
const PUBLIC = ['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1', '64:ff9b::808:808', '::ffff:8.8.8.8'];

describe('the policy of what goes out', () => {
  it('lets an administrator name public addresses, on the ports of HTTP and HTTPS', () => {
    for (const address of PUBLIC) {
      assert.ok(allows([], 'http://tsa.example/', address), address);
      assert.ok(allows([], 'https://tsa.example/', address), address);
      assert.ok(!allows([], 'http://tsa.example:8318/', address), address);
    }
  });

  it('refuses addresses that are not public, under any name and in any notation', () => {
    for (const address of [...HOST, ...PRIVATE, ...NONE])
      assert.ok(!allows([], 'http://tsa.example/', address), address);
    const literals = ['127.1', '0x7f.1', '2130706433', '017700000001', '[::ffff:127.0.0.1]', '[::]', '0', '10.0.0.1'];
    for (const host of literals) assert.ok(!allows([], `http://${host}/`), host);
  });

  it('lets a name that the operator names have private addresses, and none of the host itself', () => {
    const allowed = (address: string) => allows(['tsa.example'], 'http://tsa.example/', address);
    assert.deepEqual(
      PRIVATE.filter((address) => !allowed(address)),
      [],
    );
    assert.deepEqual([...HOST, ...NONE].filter(allowed), []);
    assert.ok(allows(['localhost:8080'], 'http://localhost:8080/', '127.0.0.1'));
  });

  it('lets addresses and networks that the operator names be reached, under any name', () => {
    assert.ok(allows(['10.0.0.0/8'], 'http://tsa.example/', '10.1.2.3'));
    assert.ok(allows(['10.0.0.0/8'], 'http://tsa.example/', '::ffff:10.1.2.3'));
    assert.ok(allows(['fd00::/8'], 'http://[fd12::1]/', 'fd12::1'));
    assert.ok(allows(['127.0.0.1:8080'], 'http://127.0.0.1:8080/', '127.0.0.1'));
    assert.ok(!allows(['10.0.0.0/8'], 'http://tsa.example/', '192.168.0.1'));
    for (const address of NONE) assert.ok(!allows(['0.0.0.0/0', '::/0'], 'http://tsa.example/', address), address);
  });

  it('holds a place to its port, or to those of HTTP and HTTPS', () => {
    assert.ok(allows(['tsa.example:8318'], 'http://tsa.example:8318/', '10.0.0.1'));
    assert.ok(!allows(['tsa.example:8318'], 'http://tsa.example/', '10.0.0.1'));
    assert.ok(!allows(['tsa.example'], 'http://tsa.example:22/', '10.0.0.1'));
    assert.ok(!allows(['10.0.0.0/8:8318'], 'http://tsa.example/', '10.0.0.1'));
    assert.ok(allows(['[fd00::]/8:8318'], 'http://tsa.example:8318/', 'fd00::1'));
  });

  it('lets certificates lead to named places alone', () => {
    const allowed = (hosts: readonly string[], url: string, address?: string) =>
      allows(hosts, url, address, 'certificate');
    assert.ok(!allowed([], 'http://crl.example/'));
    assert.ok(!allowed([], 'http://8.8.8.8/'));
    // Not even its name is resolved.
    assert.ok(!allowed(['10.0.0.0/8'], 'http://crl.example/'));
    assert.ok(allowed(['10.0.0.0/8'], 'http://10.0.0.1/', '10.0.0.1'));
    assert.ok(allowed(['crl.example'], 'http://CRL.example./ca.crl', '8.8.8.8'));
    assert.ok(!allowed(['crl.example'], 'http://crl.example@elsewhere.example/'));
  });

  it('knows no other schemes and no credentials in a URL', () => {
    for (const url of ['file:///etc/passwd', 'ftp://tsa.example/', 'http://u:p@tsa.example/'])
      assert.ok(!allows(['tsa.example'], url), url);
  });

  it('is written with hosts, addresses and networks', () => {
    for (const text of [
      'a.example',
      'a.example:80',
      '10.0.0.1',
      '10.0.0.0/8:8080',
      '::1',
      '[::1]:80',
      'fd00::/8',
      '[fd00::]/8',
    ])
      assert.ok(readOutboundHost(text), text);
    for (const text of [
      '',
      'http://a',
      'a.example/',
      'a:99999',
      'a:0',
      '10.0.0.0/33',
      'a.example/8',
      '127.1',
      'a b',
      'u@a',
      '*',
    ])
      assert.equal(readOutboundHost(text), undefined, text);
  });
});
