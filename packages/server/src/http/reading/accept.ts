/** Returns whether an `Accept` header takes an answer of `mediaType` (RFC 9110 §12.5.1). No header takes everything. */
export function accepts(header: string | undefined, mediaType: string): boolean {
  if (header === undefined || header === '' || header === mediaType || header === '*/*') return true;
  const [type] = mediaType.split('/');
  let best = { specificity: 0, taken: false };
  for (const range of header.split(',')) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const specificity = name === mediaType ? 3 : name === `${type}/*` ? 2 : name === '*/*' ? 1 : 0;
    // The most specific range decides: `text/html, */*;q=0` takes no JSON.
    if (specificity > best.specificity) best = { specificity, taken: !parameters.some(isZeroQuality) };
  }
  return best.taken;
}

function isZeroQuality(parameter: string): boolean {
  return /^q=0(?:\.0{0,3})?$/.test(parameter);
}
