const lookAlikeWords = [
  ...['evil', 'my', 'www', 'login', 'secure', 'cdn', 'static', 'api', 'app', 'beta', 'dev', 'test', 'mail', 'account', 'sso', 'auth'],
  ...['proxy', 'mirror', 'xn--evil', '0'],
]
const schemes = [
  'http',
  'https',
  'ws',
  'wss',
  'ftp',
  'file',
  'data',
  'blob:https',
  'filesystem:https',
  'chrome-extension',
  'javascript',
  '',
]
const ports = [80, 81, 444, 1, 22, 442, 445, 3000, 4433, 5173, 8000, 8080, 8443, 8888, 9443, 44_300, 65_535, 65_536, 0, -443]
const tails = [
  '/',
  '.',
  ':',
  '?',
  '#',
  '@',
  '%00',
  '%2e',
  ' ',
  '\0',
  '/.',
  '\\',
  '//',
  ':x',
  '.local',
  '..',
  '/path',
  ';',
  '\u200b',
  '\u3002',
]
/** Characters that look alike. */
const lookalike: Readonly<Record<string, string>> = {
  a: 'а',
  c: 'с',
  e: 'е',
  i: 'і',
  l: '1',
  o: '0',
  p: 'р',
  s: '5',
  t: 'т',
  n: 'п',
  m: 'rn',
  x: 'х',
}

const aroundHost = (host: string) =>
  lookAlikeWords.flatMap((word) => [
    `${word}${host}`,
    `${word}-${host}`,
    `${word}.${host}`,
    `${host}${word}`,
    `${host}-${word}.example`,
    `${host}.${word}.example`,
    `${host}@${word}.example`,
    `${word}@${host}`,
  ])

/** Misspellings of a host: each letter missing, doubled, swapped with the next, or replaced by one that looks alike. */
const misspelt = (host: string) =>
  [...host].flatMap((letter, index) => {
    const before = host.slice(0, index)
    const after = host.slice(index + 1)
    const changed = [before + after, before + letter + letter + after, before + (lookalike[letter] ?? '') + after]
    return after ? [...changed, before + after.charAt(0) + letter + after.slice(1)] : changed
  })

const isSameOrigin = (a: string, b: string) => a === b || (URL.canParse(a) && new URL(a).origin === b)

/** At least 200 origins that a careless check by prefix, suffix, pattern or eye takes for this one. Always the same list. */
export function lookAlikes(origin: string): readonly string[] {
  const { protocol, host, hostname, port } = new URL(origin)
  const all = [
    ...[...aroundHost(host), ...misspelt(host)].map((other) => `${protocol}//${other}`),
    ...schemes.map((scheme) => `${scheme}://${host}`),
    ...ports.filter((other) => String(other) !== port).map((other) => `${protocol}//${hostname}:${other}`),
    ...tails.map((tail) => `${origin}${tail}`),
    ...['null', '', '*', host, `//${host}`, `${protocol}${host}`, ` ${origin}`, `${origin},${origin}`, `https://evil.example/?${origin}`],
  ]
  // URLs that a browser normalizes to the same origin are excluded.
  return [...new Set(all)].filter((other) => !isSameOrigin(other, origin) || /[\0-\x20]/.test(other))
}
