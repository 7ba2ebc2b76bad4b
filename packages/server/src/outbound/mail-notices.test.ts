import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { inspect } from 'node:util';
import { formatPem } from '@sealwright/pki';
import { mailServer, type MailServerOptions, type ReceivedMail } from '../../../../test/outbound/mail-server.ts';
import { TestCa } from '../../../../test/pki/test-pki.ts';
import { noticeMessage } from '../../test/notice-message.ts';
import type { Notice, NoticeMessage } from '../modules/notices/index.ts';
import { MailNotices, type MailNoticesDeps } from './mail-notices.ts';

const ca = TestCa.root('CN=Mail CA');
const issued = ca.issueServer();
const tls = {
  cert: formatPem('CERTIFICATE', issued.certificate.der),
  key: issued.privateKey.export({ format: 'pem', type: 'pkcs8' }),
};
const trusted = [formatPem('CERTIFICATE', ca.certificate.der)];
const MESSAGE = noticeMessage('mail', 'ops@example.com');
const NOTICE: Notice = {
  id: 1,
  kind: 'certificate',
  name: 'CN=Jürgen,O=Bücher GmbH',
  endsAt: Date.UTC(2031, 4, 1, 10) / 1000,
  facts: { username: 'jürgen', serial_number: 'ABC' },
  advice: 'Renew it.',
};

/** Sends by a server of that kind. @param as - how the sender knows it */
async function send(
  t: TestContext,
  options: MailServerOptions,
  as: Partial<MailNoticesDeps['server']> = {},
  others: Partial<MailNoticesDeps & { message: Partial<NoticeMessage>; notices: readonly Notice[] }> = {},
) {
  const server = await mailServer(t, options);
  const sender = new MailNotices({
    server: { host: 'localhost', port: server.port, tls: false, user: undefined, ...as },
    password: undefined,
    sender: 'pki@example.com',
    recipients: ['ops@example.com', 'boss@example.com'],
    host: 'ca.example.com',
    trusted,
    ...others,
  });
  const { message, notices = [NOTICE] } = others;
  const sent = sender.send({ ...MESSAGE, ...message }, notices, new AbortController().signal);
  return { server, sent };
}

/** The decoded parts of a mail. */
function partsOf({ raw, headers }: ReceivedMail): string[] {
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type')!)![1]!;
  return raw
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const [head = '', ...body] = part.split('\r\n\r\n');
      const octets = /: base64/i.test(head)
        ? Buffer.from(body.join(''), 'base64')
        : Buffer.from(
            body
              .join('\n\n')
              .replaceAll('=\r\n', '')
              .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
            'latin1',
          );
      return octets.toString().replaceAll('\r\n', '\n');
    });
}

describe('notices by mail', () => {
  it('arrive as plain text in UTF-8, with the id of the message', async (t) => {
    const { server, sent } = await send(t, {});
    await sent;
    const [mail] = server.mails;
    assert.deepEqual([mail!.from, mail!.to], ['pki@example.com', ['ops@example.com']]);
    assert.equal(mail!.headers.get('subject'), 'Sealwright: 1 certificate ends on 2031-05-01');
    assert.equal(mail!.headers.get('message-id'), `<${MESSAGE.messageId}@example.com>`);
    assert.equal(mail!.headers.get('x-sealwright-delivery'), MESSAGE.messageId);
    assert.match(mail!.headers.get('content-type')!, /^text\/plain; charset=utf-8/);
    assert.match(mail!.text, /^These end soon\. Sealwright at ca\.example\.com reports each once\.$/m);
    assert.match(mail!.text, /^2031-05-01 10:00 UTC {2}certificate CN=Jürgen,O=Bücher GmbH$/m);
    assert.match(mail!.text, /^ {4}serial number: ABC\n {4}to do: Renew it\.$/m);
  });

  it('go to a holder alone, where they are for one', async (t) => {
    const { server, sent } = await send(t, {}, {}, { message: { channel: 'holder', recipient: 'alice@example.com' } });
    await sent;
    assert.deepEqual(server.mails[0]!.to, ['alice@example.com']);
    assert.match(server.mails[0]!.text, /^Your certificates end soon\./);
  });

  it('take no header and no recipient from a name, and no end of the mail', async (t) => {
    const name = 'CN=x\r\nBcc: all@example.com\r\n\r\n.\r\nMAIL FROM:<eve@example.com>';
    const { server, sent } = await send(
      t,
      {},
      {},
      {
        notices: [
          { ...NOTICE, name },
          { ...NOTICE, name: '.' },
        ],
      },
    );
    await sent;
    assert.equal(server.mails.length, 1);
    assert.equal(server.mails[0]!.headers.get('bcc'), undefined);
    assert.deepEqual(server.mails[0]!.to, ['ops@example.com']);
  });

  it('list the first hundred, and all in a table beside the text', async (t) => {
    const notices = Array.from({ length: 250 }, (_, at) => ({
      ...NOTICE,
      name: at === 200 ? '=CN("x",1)' : `CN=${at}`,
      endsAt: NOTICE.endsAt + at,
    }));
    const { server, sent } = await send(t, {}, {}, { notices });
    await sent;
    assert.equal(server.mails[0]!.headers.get('subject'), 'Sealwright: 250 certificates end, the first on 2031-05-01');
    const [text, table] = partsOf(server.mails[0]!);
    assert.match(text!, /CN=99\n/);
    assert.doesNotMatch(text!, /CN=100\n/);
    assert.match(text!, /^Not listed: 150 certificates\. The attached file ending\.csv names all 250\.$/m);
    assert.match(text!, /sealwright cert expiring --within 30d/);
    const lines = table!.split('\n');
    assert.equal(lines[0], 'ends_at,kind,name,issuer,serial_number,username,certificate_profile,renewed_until');
    assert.equal(lines[1], '2031-05-01T10:00:00Z,certificate,CN=0,,ABC,jürgen,,');
    assert.equal(lines[201], `2031-05-01T10:03:20Z,certificate,"'=CN(""x"",1)",,ABC,jürgen,,`);
    assert.equal(lines.filter((line) => line !== '').length, 251);
  });

  it('say of what has ended that it has, first', async (t) => {
    const ended = { ...NOTICE, name: 'CN=late', endsAt: 1000 };
    const message = { createdMs: 2_000_000 };
    const { server, sent } = await send(t, {}, {}, { notices: [ended, NOTICE], message });
    await sent;
    const [mail] = server.mails;
    assert.equal(mail!.headers.get('subject'), 'Sealwright: 1 certificate has ended; 1 certificate ends on 2031-05-01');
    assert.match(mail!.text, /^These have ended\.[^]*CN=late[^]*^These end soon\.[^]*Jürgen/m);
  });

  for (const [answer, code, isOfMessage] of [
    ['550 5.1.1 no such user', 'notice.refused', undefined],
    ['450 4.2.0 greylisted', 'notice.not_sent', true],
    ['554 5.7.1 relay access denied', 'notice.not_sent', true],
    ['421 4.3.2 closing', 'notice.not_sent', false],
  ] as const)
    it(`end, or wait, as the server says of the recipient: ${answer}`, async (t) => {
      const { sent } = await send(t, { answer: (command) => (command.startsWith('RCPT') ? answer : undefined) });
      await assert.rejects(sent, (error: Error & { code: string; isOfMessage?: boolean }) => {
        assert.deepEqual([error.code, error.isOfMessage], [code, isOfMessage]);
        assert.match(error.message, new RegExp(answer.slice(0, 3)));
        return true;
      });
    });

  it('fail with the server when it takes no mail of that sender', async (t) => {
    const answer = (command: string) => (command.startsWith('MAIL') ? '550 5.1.8 no such sender' : undefined);
    const { sent } = await send(t, { answer });
    await assert.rejects(sent, { code: 'notice.not_sent', isOfMessage: false });
  });

  it('use TLS from the first octet, and the login', async (t) => {
    const options = { tls, implicitTls: true };
    const { server, sent } = await send(t, options, { tls: true, user: 'pki' }, { password: 'canary' });
    await sent;
    assert.deepEqual([server.mails[0]!.encrypted, server.mails[0]!.login], [true, 'pki:canary']);
  });

  it('use STARTTLS with a server that is not the host itself', async (t) => {
    // An address that leads here as well, and that the sender does not take for the host itself.
    const elsewhere = ca.issueServer('iPAddress=0.0.0.0');
    const key = elsewhere.privateKey.export({ format: 'pem', type: 'pkcs8' });
    const options = { tls: { cert: formatPem('CERTIFICATE', elsewhere.certificate.der), key } };
    const { server, sent } = await send(t, options, { host: '0.0.0.0', user: 'pki' }, { password: 'canary' });
    await sent;
    assert.deepEqual([server.mails[0]!.encrypted, server.mails[0]!.login], [true, 'pki:canary']);
    assert.deepEqual(
      server.commands.slice(0, 3).map((line) => line.split(' ')[0]),
      ['EHLO', 'STARTTLS', 'EHLO'],
    );
  });

  it('are not sent without TLS to another host, nor is the password', async (t) => {
    const { server, sent } = await send(t, {}, { host: '0.0.0.0', user: 'pki' }, { password: 'canary' });
    await assert.rejects(sent, { code: 'notice.not_sent', message: /STARTTLS|TLS/i });
    assert.equal(server.mails.length, 0);
    assert.doesNotMatch(server.commands.join(), /AUTH/);
  });

  it('do not go to a server whose certificate nobody vouches for', async (t) => {
    const { server, sent } = await send(t, { tls, implicitTls: true }, { tls: true }, { trusted: [] });
    await assert.rejects(sent, { code: 'notice.not_sent' });
    assert.equal(server.mails.length, 0);
  });

  it('fail when the server refuses them, without the password in the error', async (t) => {
    const answer = (command: string) => (command.startsWith('AUTH') ? '535 wrong password' : undefined);
    const options = { tls, implicitTls: true, answer };
    const { sent } = await send(t, options, { tls: true, user: 'pki' }, { password: 'canary' });
    await assert.rejects(sent, (error: Error) => {
      assert.match(error.message, /^Notices by mail could not be sent: .*535/);
      assert.doesNotMatch(inspect(error, { depth: 9 }), /canary|Y2FuYXJ5/);
      return true;
    });
  });

  for (const silent of ['greeting', 'EHLO', '.'])
    it(`fail in bounded time with a server that stands still at '${silent}'`, async (t) => {
      const answer = (command: string) => (command.startsWith(silent) ? '' : undefined);
      const { sent } = await send(t, { answer }, {}, { timeoutMs: 200 });
      await assert.rejects(sent, { code: 'notice.not_sent' });
    });

  it('end at once with the server that sends them', async (t) => {
    const server = await mailServer(t, { answer: () => '' });
    const sender = new MailNotices({
      server: { host: '127.0.0.1', port: server.port, tls: false, user: undefined },
      password: undefined,
      sender: 'pki@example.com',
      recipients: ['ops@example.com'],
      host: 'ca.example.com',
    });
    const stop = new AbortController();
    const sent = sender.send(MESSAGE, [NOTICE], stop.signal);
    setImmediate(() => stop.abort());
    await assert.rejects(sent, { name: 'AbortError' });
  });
});
