/** What there is to see, in a page. */
export const homePage = (other: string, isEmpty: boolean) => `<body><main>
<h1>Placard</h1>
<p>An advertising console to embed. This is its reference platform${isEmpty ? ', empty so far' : ' with a demonstration of three clients'}.</p>
<ul>
${
  isEmpty
    ? ''
    : `<li><a href="${other}/shop/">A partner’s page</a><span>The report chart in the page, with tokens from the partner’s own server</span></li>
<li><a href="${other}/portal/">A retailer’s portal</a><span>The same chart in a frame from another origin</span></li>
<li><a href="/embedded/clients/1/chart">The chart as a page</a><span>Sign in as one of the people that the start printed</span></li>`
}
<li><a href="/elements.md">The reference</a><span>Every element with its attributes and events</span></li>
</ul></main></body>`
