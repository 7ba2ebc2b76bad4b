import type { PublisherSettings } from './publisher-settings.ts';

/** A host with a port. */
export interface ServerPlace {
  /** A name in lower case, or an address; of IPv6 without brackets. */
  readonly name: string;
  readonly port: number;
}

/** Reads the required setting `name`: `HOST` or `HOST:PORT`, IPv6 in brackets. */
export function readServer(settings: PublisherSettings, name: string, usualPort: number): ServerPlace {
  const text = settings.requiredText(name);
  const [, bracketed, plain, digits] = SERVER.exec(text) ?? [];
  const url = URL.parse(`http://${bracketed === undefined ? plain : `[${bracketed}]`}/`);
  const port = digits === undefined ? usualPort : Number(digits);
  if (text !== '' && (url === null || (bracketed ?? plain) === undefined || port < 1 || port > 65_535))
    settings.report(name, `is '${text}' and has to be a host such as server.example.com, or one with a port`);
  return { name: url?.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '') ?? '', port };
}

const SERVER = /^(?:\[([\da-f:.]{2,45})\]|([\w.-]{1,253}))(?::(\d{1,5}))?$/i;
