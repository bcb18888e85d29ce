import { configure } from 'placard'
import { createElement as h } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { Report } from './report.js'

const getToken = async ({ signal }) => (await fetch('/token', { signal })).json()
configure({ apiBase: 'https://console.example', getToken })

const root = hydrateRoot(document.querySelector('#report'), h(Report))
document.querySelector('#leave').addEventListener('click', () => root.unmount())
