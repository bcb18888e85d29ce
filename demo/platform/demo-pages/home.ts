const link = (address: string, title: string, text: string) => `<li><a href="${address}">${title}<span>${text}</span></a></li>`

const demonstration = (other: string) =>
  [
    link('/', 'The console', 'Sign in with an account from your terminal.'),
    link(`${other}/shop/`, 'A partner’s page', 'Fernhill Houses embeds the report chart in its page, with tokens from its own server.'),
    link(`${other}/portal/`, 'A retailer’s portal', 'Greenbasket embeds the same chart in an iframe on another origin.'),
    link(`${other}/playground/`, 'The playground', 'Try every attribute, watch events, copy the code.'),
    link('/embedded/clients/1/chart', 'The chart as a page', 'Sign in with an account from your terminal.'),
    link('/ui', 'Components', 'Every UI component in every state.'),
  ].join('')

const outbox = link('/outbox', 'The outbox', 'Emails that were not sent, such as invitations, with their links.')

/** The body of the start page: links to everything in the demonstration. `other` is where its partners' pages are, if they are served. */
export const homePage = (other: string | undefined, isEmpty: boolean, hasOutbox = false) => `<body><main><p class="mark">Placard</p>
<h1>An advertising console to embed</h1>
<p>This is its reference platform${isEmpty ? ', empty so far' : ', with demo data of four clients'}. Everything runs on this machine.</p>
<ul>${isEmpty || other === undefined ? '' : demonstration(other)}${hasOutbox ? outbox : ''}${link('/elements.md', 'The reference', 'Every element with its attributes and events.')}</ul>
</main></body>`
