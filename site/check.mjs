import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { chromium } from 'playwright-core'
import { repository, root } from './.vitepress/pages.mjs'

const site = path.join(root, 'target/site')
const shots = path.join(root, 'target/site-screenshots')
const base = process.env.SITE_BASE ?? `/${repository.split('/').at(-1)}/`
const browserPath = [process.env.CHROME, '/usr/bin/chromium', '/usr/bin/google-chrome'].find((file) => file && fs.existsSync(file))
if (!fs.existsSync(path.join(site, 'index.html'))) {
  fail('There is no site in target/site: run site/build')
}
if (!browserPath) {
  fail('No browser found: set CHROME')
}

function fail(message) {
  console.error(message)
  process.exit(1)
}

const problems = []
const problem = (text) => problems.push(text)

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json',
  '.svg': 'image/svg+xml', '.png': 'image/png', '.woff2': 'font/woff2' }

/** The file for the path of a URL, as a host of static files finds it. */
function fileOf(pathname) {
  if (!pathname.startsWith(base)) {
    return undefined
  }
  const file = path.join(site, decodeURIComponent(pathname.slice(base.length)))
  const found = [file, path.join(file, 'index.html')].find((one) => fs.existsSync(one) && fs.statSync(one).isFile())
  return found?.startsWith(site) ? found : undefined
}

const server = http.createServer((request, response) => {
  // of the host, and not of this site, which is a folder of it
  if (request.url === '/favicon.ico') {
    response.writeHead(204).end()
    return
  }
  const file = fileOf(new URL(request.url, 'http://localhost').pathname)
  if (!file) {
    response.writeHead(404).end()
    return
  }
  response.writeHead(200, { 'Content-Type': TYPES[path.extname(file)] ?? 'application/octet-stream' })
  fs.createReadStream(file).pipe(response)
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const origin = `http://127.0.0.1:${server.address().port}`
const pages = fs.readdirSync(site, { recursive: true })
  .filter((file) => file.endsWith('.html') && !file.startsWith('javadoc') && file !== '404.html').sort()

const browser = await chromium.launch({ executablePath: browserPath,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync'] })

async function open(options) {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  page.setDefaultTimeout(15000)
  const at = () => page.url().replace(origin, '')
  page.on('console', (message) => message.type() === 'error' && problem(`${at()}: console: ${message.text()} ${message.location().url}`))
  page.on('pageerror', (error) => problem(`${at()}: ${error.message}`))
  page.on('requestfailed', (request) => request.failure()?.errorText !== 'net::ERR_ABORTED'
    && problem(`${at()}: ${request.url()}: ${request.failure()?.errorText}`))
  page.on('request', (request) => !request.url().startsWith(origin) && !request.url().startsWith('data:')
    && problem(`${at()}: loads ${request.url()}`))
  return page
}

const pick = (page) => page.evaluate(() => ({
  ids: [...document.querySelectorAll('[id]')].map((element) => element.id),
  links: [...document.querySelectorAll('a[href]')].map((element) => element.href),
  width: document.documentElement.scrollWidth - document.documentElement.clientWidth
}))

// 1. every page on a desktop: what it has, and where it leads
const desktop = await open({ viewport: { width: 1366, height: 900 }, colorScheme: 'light' })
const idsOf = new Map()
const linksOf = new Map()
for (const file of pages) {
  await desktop.goto(`${origin}${base}${file}`, { waitUntil: 'load' })
  const { ids, links } = await pick(desktop)
  idsOf.set(path.join(site, file), new Set(ids))
  linksOf.set(file, new Set(links))
}
let links = 0
for (const [file, targets] of linksOf) {
  for (const target of targets) {
    const url = new URL(target)
    if (url.origin !== origin) {
      continue
    }
    links++
    const found = fileOf(url.pathname)
    const name = decodeURIComponent(url.hash.slice(1))
    if (!found) {
      problem(`${file}: links to ${url.pathname}, which is not there`)
    }
    else if (name && idsOf.has(found) && !idsOf.get(found).has(name)) {
      problem(`${file}: links to ${url.pathname}#${name}, but that page has no such anchor`)
    }
  }
}

// 2. the search, which asks nobody
fs.mkdirSync(shots, { recursive: true })
await desktop.goto(`${origin}${base}`)
await desktop.screenshot({ path: path.join(shots, 'desktop.png') })
await desktop.click('.VPNavBarSearch button')
await desktop.fill('.VPLocalSearchBox input', 'fencing token')
await desktop.waitForSelector('.VPLocalSearchBox .result')
const results = await desktop.locator('.VPLocalSearchBox .result').count()
await desktop.screenshot({ path: path.join(shots, 'desktop-search.png') })
await desktop.locator('.VPLocalSearchBox .result').first().click()
await desktop.waitForSelector('.VPLocalSearchBox', { state: 'detached' })
if (!/fencing/i.test(await desktop.textContent('.VPDoc'))) {
  problem(`search: the first result, ${desktop.url()}, has not the word`)
}

// 3. dark and light
const dark = () => desktop.evaluate(() => document.documentElement.classList.contains('dark'))
if (await dark()) {
  problem('a system in light mode gets the dark page')
}
await desktop.click('.VPNavBarAppearance button')
if (!await dark()) {
  problem('the switch does not turn the page dark')
}
await desktop.goto(`${origin}${base}docs/annotation.html`)
if (!await dark()) {
  problem('the next page forgets the dark mode')
}
await desktop.screenshot({ path: path.join(shots, 'desktop-dark.png') })

// 4. every page on a phone: nothing is wider than the screen, and the menu opens
const phone = await open({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true })
for (const file of pages) {
  await phone.goto(`${origin}${base}${file}`, { waitUntil: 'load' })
  const { width } = await pick(phone)
  if (width > 0) {
    problem(`${file}: is ${width} px wider than a phone`)
  }
}
await phone.goto(`${origin}${base}docs/annotation.html`)
await phone.screenshot({ path: path.join(shots, 'phone.png') })
await phone.click('.VPLocalNav button.menu')
await phone.waitForSelector('.VPSidebar.open')
// the sidebar slides in
await phone.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished)))
await phone.screenshot({ path: path.join(shots, 'phone-menu.png') })

// 5. the Javadoc, if it was built
if (fs.existsSync(path.join(site, 'javadoc/index.html'))) {
  await desktop.goto(`${origin}${base}docs/annotation.html`)
  await desktop.click('.VPNavBarMenu a[href$="javadoc/index.html"]')
  await desktop.waitForURL('**/javadoc/**')
  if (!/io\.github\.lockstarter/.test(await desktop.textContent('body'))) {
    problem('the link to the Javadoc does not lead there')
  }
  await desktop.screenshot({ path: path.join(shots, 'javadoc.png') })
}
else {
  problem('there is no Javadoc: run site/build without --documents')
}

await browser.close()
server.close()
if (problems.length) {
  fail(`${problems.length} problem(s):\n${[...new Set(problems)].join('\n')}`)
}
console.log(`${pages.length} pages, ${links} links, ${results} results for 'fencing token': no problem. Browser: ${browser.version()}`)
