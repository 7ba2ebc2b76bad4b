import type { Secret } from '../../configuration/index.ts';
import type { PublisherKind } from './publisher-kind.ts';
import type { PublisherSettings } from './publisher-settings.ts';
import { readTrusted } from './tls-settings.ts';

/** Settings of a publisher that puts objects into a bucket of S3, of Amazon or of others. */
export interface S3PublisherSettings {
  /** `https`, or `http` where that was wanted; with a path where the service has one, and without a slash at its end. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** Begins the name of every object; empty, or with a slash at its end. */
  readonly prefix: string;
  /** `PATH`: the bucket is the first segment of the path. `HOST`: it is the first label of the host. */
  readonly addressing: 'PATH' | 'HOST';
  readonly accessKeyId: string;
  readonly secretAccessKey: Secret | undefined;
  /** Caches keep a CRL for so long, and for a tenth of the time that it is good for at most. */
  readonly crlMaxAgeSeconds: number;
  /** Certificates of CAs that the server's may come from, PEM; undefined: those of the system. */
  readonly trusted: readonly string[] | undefined;
}

/** A bucket, in front of which a web server or a content delivery network may stand. */
export const s3Publisher: PublisherKind<S3PublisherSettings> = {
  labels: ['Amazon S3', 'AWS S3 Publisher', 'org.ejbca.core.model.ca.publisher.AwsS3StoragePublisher'],
  settings: [
    'endpoint',
    'region',
    'bucket',
    'prefix',
    'addressing',
    'accessKeyId',
    'secretAccessKey',
    'crlMaxAge',
    'trustedCertificates',
  ],
  read(settings) {
    const region = settings.text('region') ?? 'us-east-1';
    if (!/^[a-z\d-]{1,64}$/i.test(region))
      settings.report('region', `is '${region}' and has to be one such as eu-north-1`);
    const bucket = bucketOf(settings);
    const secretAccessKey = settings.secret('secretAccessKey');
    if (secretAccessKey === undefined) settings.report('secretAccessKey', 'is missing');
    const accessKeyId = settings.requiredText('accessKeyId');
    if (!/^[\w.@+=-]{0,128}$/.test(accessKeyId))
      settings.report('accessKeyId', 'has characters that no access key has');
    const ofAmazon = settings.text('endpoint') === undefined && !bucket.includes('.');
    return {
      endpoint: endpointOf(settings, region),
      region,
      bucket,
      prefix: prefixOf(settings),
      addressing: settings.choice('addressing', ['PATH', 'HOST'], ofAmazon ? 'HOST' : 'PATH'),
      accessKeyId,
      secretAccessKey,
      crlMaxAgeSeconds: settings.whole('crlMaxAge', { minimum: 0, maximum: 31_536_000, otherwise: 3600 }),
      trusted: readTrusted(settings),
    };
  },
};

function endpointOf(settings: PublisherSettings, region: string): string {
  const text = settings.text('endpoint') ?? `https://s3.${region}.amazonaws.com`;
  const {
    protocol,
    username = '',
    password = '',
    search = '',
    hash = '',
    origin,
    pathname = '',
  } = URL.parse(text) ?? {};
  if (protocol !== 'https:' && protocol !== 'http:')
    settings.report('endpoint', `is '${text}' and has to be a URL such as https://s3.example.com`);
  // What stands in a URL is shown, and comes into logs.
  if (username + password !== '') settings.report('endpoint', 'must not have a user or a password in it');
  if (search + hash !== '') settings.report('endpoint', 'must not have a query or a fragment');
  return `${origin}${pathname}`.replace(/\/+$/, '');
}

/** Amazon's rules for names of buckets, with capitals and low lines, which others allow. */
function bucketOf(settings: PublisherSettings): string {
  const bucket = settings.requiredText('bucket');
  if (bucket !== '' && !/^[\w][\w.-]{1,61}[\w]$/.test(bucket))
    settings.report(
      'bucket',
      `is '${bucket}' and has to be the name of a bucket: 3 to 63 letters, digits, '-' and '.'`,
    );
  return bucket;
}

function prefixOf(settings: PublisherSettings): string {
  const prefix = (settings.text('prefix') ?? '').replace(/^\/+/, '').replace(/\/*$/, '/');
  if (prefix === '/') return '';
  if (!/^(?:[\w.-]{1,100}\/){1,10}$/.test(prefix) || /(?:^|\/)\.\.?\//.test(prefix))
    settings.report(
      'prefix',
      `is '${prefix}' and has to be segments of letters, digits, '.', '_' and '-', such as pki/crls`,
    );
  return prefix;
}
