// The retailer's own script: the frame asks for tokens, and its events arrive as if the chart were in the page.
const frame = document.querySelector('ad-frame')
frame.getToken = async ({ signal }) => (await fetch('/portal/token', { signal })).json()
