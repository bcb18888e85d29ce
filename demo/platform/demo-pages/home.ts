const link = (address: string, title: string, text: string) => `<li><a href="${address}">${title}<span>${text}</span></a></li>`

/** A picture of a door is a drawing in the page's colours; `home.css` fills its shapes. */
const picture = (shapes: string) => `<svg viewBox="0 0 240 132" aria-hidden="true" focusable="false">${shapes}</svg>`
const box = (kind: string, x: number, y: number, width: number, height: number, radius = 2) =>
  `<rect class="${kind}" x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}"/>`

const bars = (x: number, bottom: number, heights: readonly number[]) =>
  heights.map((height, index) => box('bar', x + index * 10, bottom - height, 6, height, 1)).join('')

const lines = (x: number, y: number, widths: readonly number[]) =>
  widths.map((width, index) => box('text', x, y + index * 12, width, 4)).join('')

const pictures = {
  console: picture(
    `${box('sheet', 52, 20, 188, 120, 8)}${lines(14, 30, [26, 22, 28, 20, 24])}${box('strong', 68, 34, 70, 6)}${bars(70, 84, [16, 22, 19, 27, 24, 32, 29, 35, 31, 26, 33, 37, 34, 29, 36])}${lines(68, 98, [150, 138, 146])}`,
  ),
  page: picture(
    `${box('sheet', 30, 14, 180, 130, 6)}${box('strong', 46, 30, 84, 6)}${lines(46, 44, [146])}<rect class="frame" x="46" y="58" width="148" height="58" rx="4"/>${bars(58, 108, [14, 24, 18, 30, 26, 34, 28, 38, 32, 24, 36, 40])}`,
  ),
  guide: picture(
    `${box('sheet', 20, 16, 200, 120, 6)}${lines(34, 34, [28, 22, 30, 24])}${box('strong', 84, 32, 60, 6)}${lines(84, 46, [118, 104])}${box('code', 84, 70, 122, 52, 4)}<path class="mark-up" d="m100 84-6 6 6 6m14-12 6 6-6 6"/>${lines(130, 88, [58])}${lines(96, 106, [84])}`,
  ),
}

interface Door {
  readonly address: string
  readonly title: string
  readonly text: string
  readonly picture: keyof typeof pictures
}

const doorLink = ({ address, title, text, picture: name }: Door) =>
  `<a href="${address}">${pictures[name]}<b>${title}</b><span>${text}</span></a>`

const doors = (other: string | undefined) =>
  [
    {
      address: '/',
      title: 'Use the console',
      text: 'Create campaigns and read reports. Sign in with an account from your terminal.',
      picture: 'console',
    },
    {
      address: other === undefined ? '/guide/elements' : `${other}/playground/`,
      title: 'Embed it',
      text: other === undefined ? 'Every element with its attributes and events.' : 'Try every attribute, watch events, copy the code.',
      picture: 'page',
    },
    { address: '/guide', title: 'Read the guide', text: 'From an empty page to a working chart in four steps.', picture: 'guide' },
  ] as const satisfies readonly Door[]

const demonstration = (other: string) =>
  [
    link(`${other}/shop/`, 'A partner’s page', 'Fernhill Houses embeds the report chart in its page, with tokens from its own server.'),
    link(`${other}/portal/`, 'A retailer’s portal', 'Greenbasket embeds the same chart in an iframe on another origin.'),
    link('/embedded/clients/1/chart', 'The chart as a page', 'The page that the portal’s iframe shows.'),
    link('/ui', 'Components', 'Every control in every state.'),
  ].join('')

const outbox = link('/outbox', 'The outbox', 'Emails that were not sent, such as invitations, with their links.')

/** The body of the start page: three doors, and links to everything else. `other` is where the partners' pages are, if they are served. */
export const homePage = (other: string | undefined, isEmpty: boolean, hasOutbox = false) => {
  const partners = isEmpty ? undefined : other
  return `<body><main class="home"><p class="mark">Placard</p>
<h1>An advertising console to embed</h1>
<p>This is its reference platform${isEmpty ? ', empty so far' : ', with demo data of four clients'}. Everything runs on this machine.</p>
<nav class="doors" aria-label="Ways in">${doors(partners).map(doorLink).join('')}</nav>
<h2>More pages</h2>
<ul>${partners === undefined ? '' : demonstration(partners)}${hasOutbox ? outbox : ''}${link('/guide/elements', 'The element reference', 'Every element with its attributes and events.')}</ul>
</main></body>`
}
