/** Values as JSON text, because some of them change when parsed. */
const scalars = [
  ...['null', 'true', 'false', '0', '-0', '-1', '1.5', '1e3', '1e308', '5e-324', '1e999', '-1e999'],
  ...['2147483647', '2147483648', '-2147483649', '9007199254740993', '99999999999999999999', '0.1e1', '1E400'],
]
const strings = [
  ...['""', '" "', String.raw`"\u0000"`, String.raw`"a\u0000b"`, String.raw`"\ud800"`, String.raw`"\udc00\ud800"`, String.raw`"\uffff"`],
  ...['"NaN"', '"Infinity"', '"1"', '"-1"', '"1e3"', '"null"', '"undefined"', '"true"', '"%"', '"%00"', '"_"', String.raw`"\\"`],
  ...[String.raw`"\"; drop table users; --"`, `"'; drop table users; --"`, '"${7*7}"', '"{{7*7}}"', '"<script>alert(1)</script>"'],
  ...['"=cmd|calc"', '"../../etc/passwd"', '"__proto__"', '"constructor"', '"toString"', '"hasOwnProperty"', '"٣"', '"１"'],
  ...['"0000-01-01"', '"9999-12-31"', '"2026-02-30"', '"-000001-01-01"', '"2026-11-10T00:00:00Z"', '"2026-11-10 "', '"2026-13-01"'],
  ...['"usd"', '"USDX"', '"e\u0301"', '"\u202eabc"', '"\u200b"', '"\ufeff"', '"👩‍👩‍👧‍👦"', String.raw`"\n\r\t"`],
]
const holders = [
  ...['[]', '[null]', '[[]]', '[[[[]]]]', '[1,1,1]', '[0]', '["1"]', '[-1]', '[2147483648]', '[{}]', '[true]', '[1.5]', '["\\u0000"]'],
  ...['{}', '{"a":1}', '{"length":1}', '{"toJSON":1}', '{"then":1}', '{"":1}', '{"0":1}', '{"value":{}}', '{"$gt":""}'],
]
/** Large values; a few are enough for every field. */
const giants = [
  `"${'x'.repeat(70_000)}"`,
  `"${'\u0301'.repeat(5_000)}"`,
  `[${Array.from({ length: 20_000 }, (_, index) => index + 1).join(',')}]`,
  `{${Array.from({ length: 2_000 }, (_, index) => `"k${index}":${index}`).join(',')}}`,
  `${'['.repeat(27)}${']'.repeat(27)}`,
  `${'{"a":'.repeat(27)}1${'}'.repeat(27)}`,
  '1'.repeat(1_000),
]

/** JSON texts to put in place of valid values. */
export const hostileTexts: readonly string[] = [...scalars, ...strings, ...holders, ...giants]

/** Words to put into paths and queries. */
export const hostileWords: readonly string[] = [
  ...['', '0', '-1', '+1', '1.5', '1e3', '0x1', '01', '2147483647', '2147483648', '99999999999', '9'.repeat(400)],
  ...['%00', '1%00', '%2e%2e', '%2F', '%ff', '%C0%80', '%ED%A0%80', '%F0%9F%92%A9', '%', '%zz', '+', '%20', '%201', '1;2', '1,2', '1|2'],
  ...["1'--", '%22', 'null', 'undefined', 'NaN', 'true', '[object%20Object]', '%D9%A3', '__proto__', 'constructor', '*', 'x'.repeat(3000)],
]

/** Content types that no endpoint accepts. */
export const strangeTypes: readonly string[] = [
  ...['text/plain', 'text/html', 'application/xml', 'application/jsonp', 'application/json-patch+json', 'application/octet-stream'],
  ...['multipart/form-data; boundary=x', 'application/x-www-form-urlencoded', 'image/svg+xml', 'x', ';', '*/*', ''],
]

/** Content encodings that no endpoint accepts. */
export const strangeEncodings: readonly string[] = ['gzip', 'deflate', 'br', 'zstd', 'compress', 'x-gzip', 'gzip, gzip', 'whatever', ';']

/** Headers that are invalid or ignored. */
export const strangeHeaders: readonly Readonly<Record<string, string>>[] = [
  { 'If-Match': 'x'.repeat(2000) },
  { 'If-Match': '"1", "2"' },
  { 'Idempotency-Key': '\u00ff'.repeat(20) },
  { 'Idempotency-Key': 'x'.repeat(4000) },
  { Origin: 'null' },
  { Origin: 'https://evil.example' },
  { Referer: '\u00e9' },
  { 'X-Request-Id': 'forged\tid' },
  { 'X-HTTP-Method-Override': 'DELETE' },
  { 'X-Forwarded-For': '127.0.0.1' },
  { 'X-Environment': 'x'.repeat(3000) },
  { Accept: 'text/html' },
  { 'Accept-Language': '*;q=nonsense' },
  { Range: 'bytes=0-0' },
  { Cookie: `a=${'b'.repeat(4000)}` },
  { 'Content-Language': '\u0080' },
]

/** Bodies that are not valid JSON, or not accepted. */
export const brokenBodies: readonly string[] = [
  ...['', ' ', '{', '}', '[', '"', 'undefined', 'NaN', "{'a':1}", '{"a":1,}', '{"a":01}', '\ufeff{}', '{}{}', '{"a":1}x', '// {}', '\0'],
  ...[
    '{"a":"\t"}',
    '{"__proto__":{"a":1}}',
    '{"constructor":{"prototype":{}}}',
    '['.repeat(200_000),
    `{"a":${'['.repeat(40)}${']'.repeat(40)}}`,
  ],
]

/** Bytes that are not valid UTF-8. */
export const brokenBytes: readonly Uint8Array<ArrayBuffer>[] = [
  new Uint8Array([0x22, 0xff, 0xfe, 0x22]),
  new Uint8Array([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]),
  new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22]),
  new Uint8Array([0x1f, 0x8b, 0x08, 0x00]),
  new Uint8Array([0xc0, 0x80]),
]

/** Files with invalid lines; valid lines in them may be accepted. */
export const brokenFiles: readonly string[] = [
  ...[
    '"',
    '""',
    '"""',
    '"a',
    'a"b',
    '"a"b',
    '"a""',
    '"a\nb"',
    'a\0b',
    '\0',
    '\ufeff\ufeffa',
    'a\r\rb',
    'a\u2028b',
    '\u202ea',
    '=1+1',
    '@a',
  ],
  ...[
    'id\n',
    'id;name\n;x\n',
    'a,b;c|d\te',
    ';;;;a',
    `${'a'.repeat(101)}\nb`,
    `"${'x'.repeat(900_000)}`,
    'a,'.repeat(40_000),
    '"a",'.repeat(9000),
  ],
]
/** Files without content. */
export const emptyFiles: readonly string[] = ['', ' ', '\n', '\r\n\r\n', ',,,', '\t\t', '\ufeff', '""', 'id\n', 'a\n'.repeat(50_001)]
