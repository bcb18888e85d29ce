import { createElement as h } from 'react'
import { renderToString } from 'react-dom/server'
import { Report } from './report.js'

process.stdout.write(`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>Our advertising, from the server</title>
  <script type="module" src="main.js"></script>
</head>
<body>
  <button id="leave">Leave</button>
  <div id="report">${renderToString(h(Report))}</div>
</body>
</html>
`)
