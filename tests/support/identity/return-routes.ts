/** An origin that a return route must never lead to. */
const otherOrigin = 'evil.example'

const slashes = [
  '//',
  '///',
  '////',
  '/\\',
  '\\/',
  '\\\\',
  '/\\/',
  '//\\',
  '\\',
  '/\t/',
  '/\n/',
  '/\r/',
  '\t//',
  ' //',
  '\u0000//',
  '/\u0000/',
]
const schemes = [
  'http://', 'https://', 'HTTPS://', 'https:', 'https:/', 'http:\\\\', 'ftp://', 'ws://', 'file://', 'blob:https://', 'filesystem:https://', 'view-source:https://',
  'https:\t//', 'ht\ntps://', ' https://', '\u0001https://', 'https:////', 'https:/\\',
] // biome-ignore format: one list reads as one list
const scripts = [
  'javascript:alert(1)', 'JavaScript:alert(1)', 'java\tscript:alert(1)', ' javascript:alert(1)', 'javascript://%0aalert(1)', 'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD4=', 'vbscript:msgbox(1)', 'about:blank', 'mailto:a@evil.example', 'tel:1', 'intent://evil.example#Intent;end', 'x-placard:go',
] // biome-ignore format: one list reads as one list
const paths = [
  '/.//', '/..//', '/../..//', '/%2e//', '/%2e%2e//', '/./..//', '/a/..//', '/a/../..//', '/;//', '/?//', '/#//', '/%2f', '/%5c', '/%2f%2f', '/%5c%5c', '/%252f%252f',
  '/login//', '/clients/1/..//..//', '/.\\', '/..\\', '/a/..\\\\', '/%09/', '/%0a/', '/%0d/', '/%00/', '/\u00a0/', '/\u2028/', '/\uff0f', '/\uff0f\uff0f', '/\u2215\u2215',
] // biome-ignore format: one list reads as one list
const names = [
  'https://console.example.evil.example', 'https://console.example@evil.example', 'https://evil.example/console.example', 'https://evil.example?console.example',
  'https://evil.example#console.example', 'https://console.example%40evil.example', 'https://console.example:443@evil.example', '//console.example@evil.example',
  '//console.example.evil.example', 'https://console.example:8443/', 'http://console.example/', '//console.example:81/', 'https://xn--console-example', '//[::1]/', '//127.0.0.1/',
  '//2130706433/', '//0x7f000001/', '//evil.example:443/', '//user:password@evil.example/', 'https://console.exam\u200bple/', 'https://c\u043ensole.example/',
] // biome-ignore format: one list reads as one list
const odd = [
  '',
  ' ',
  '\t',
  '\u0000',
  '?',
  '#',
  '.',
  '..',
  'clients/1',
  'undefined',
  'null',
  '[object Object]',
  '%',
  '/%',
  '/%zz',
  '/\ud800',
  `/${'a'.repeat(20_000)}`,
  '[',
  'https://[',
  '//[',
  '*',
]

/** Values of returnRoute= that try to send a user to another site after the sign-in. */
export const returnRoutes: readonly string[] = [
  ...slashes.flatMap((start) => [`${start}${otherOrigin}`, `${start}${otherOrigin}/clients/1`]),
  ...schemes.flatMap((start) => [`${start}${otherOrigin}`, `${start}${otherOrigin}/clients/1?x=1`]),
  ...scripts,
  ...paths.map((start) => `${start}${otherOrigin}`),
  ...names,
  ...odd,
]
