// The partner's own script: where its tokens come from.
const chart = document.querySelector('ad-report-chart')
chart.getToken = async ({ signal }) => (await fetch('/shop/token', { signal })).json()
