const link = (address: string, title: string, text: string) => `<li><a href="${address}">${title}<span>${text}</span></a></li>`

const demonstration = (other: string) =>
  [
    link('/', 'The console', 'Sign in as one of the people that the start printed in the terminal.'),
    link(`${other}/shop/`, 'A partner’s page', 'Fernhill Houses shows the report chart in its own page, with tokens from its own server.'),
    link(
      `${other}/portal/`,
      'A retailer’s portal',
      'Greenbasket shows the same chart in a frame, because it wants another origin in between.',
    ),
    link(
      `${other}/playground/`,
      'The playground',
      'Turn every knob of every element, watch its events and its session, and copy the snippet.',
    ),
    link('/embedded/clients/1/chart', 'The chart as a page', 'Sign in as one of the people that the start printed in the terminal.'),
    link('/ui', 'The furniture', 'Every piece that screens are made of, in every state.'),
  ].join('')

const outbox = link('/outbox', 'The outbox', 'The mails that would be sent, such as invitations, each with its link.')

/** The body of the start page: links to everything in the demonstration. */
export const homePage = (other: string, isEmpty: boolean, hasOutbox = false) => `<body><main><p class="mark">Placard</p>
<h1>An advertising console to embed</h1>
<p>This is its reference platform${isEmpty ? ', empty so far' : ', with a demonstration of four clients'}. Everything here runs on this machine.</p>
<ul>${isEmpty ? '' : demonstration(other)}${hasOutbox ? outbox : ''}${link('/elements.md', 'The reference', 'Every element with its attributes and events.')}</ul>
</main></body>`
