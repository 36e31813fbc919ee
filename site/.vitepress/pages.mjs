import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')

// Groups of pages in the order of the navigation. A test compares them with the documents.
export const groups = JSON.parse(fs.readFileSync(path.join(root, 'site/navigation.json'), 'utf8'))

export const pages = groups.flatMap((group) => group.pages)

const pom = fs.readFileSync(path.join(root, 'pom.xml'), 'utf8')

/** The text of the first element with this name in the POM of the parent. */
export function fromPom(name) {
  const text = pom.match(new RegExp(`<${name}>([^<]*)</${name}>`))
  if (!text) {
    throw new Error(`pom.xml has no <${name}>`)
  }
  return text[1]
}

/** Where the repository is: https://github.com/OWNER/NAME, without a slash at the end. */
export const repository = fromPom('repository.address')

/** The lines of a page outside of code blocks, each with its number. */
function prose(page) {
  const lines = []
  let fence = false
  fs.readFileSync(path.join(root, page), 'utf8').split('\n').forEach((text, index) => {
    if (text.startsWith('```')) {
      fence = !fence
    }
    else if (!fence) {
      lines.push({ text, number: index + 1 })
    }
  })
  return lines
}

const headings = (page) => prose(page).map(({ text }) => text.match(/^#{1,6} (.*)/)).filter(Boolean).map((match) => match[1])

export function title(page) {
  const first = headings(page)[0]
  if (!first) {
    throw new Error(`${page} has no heading`)
  }
  return first.replaceAll('`', '')
}

/** The name by which a heading can be linked to, as GitHub makes it. */
export function slug(heading) {
  return heading.toLowerCase().replaceAll(/[^\p{L}\p{N}_ -]/gu, '').replaceAll(' ', '-')
}

const anchorsOf = new Map()

export function anchors(page) {
  if (!anchorsOf.has(page)) {
    const anchors = new Set()
    for (const heading of headings(page)) {
      const name = slug(heading)
      let free = name
      for (let i = 1; anchors.has(free); i++) {
        free = `${name}-${i}`
      }
      anchors.add(free)
    }
    anchorsOf.set(page, anchors)
  }
  return anchorsOf.get(page)
}

/** The line of a page on which a text is, for a message. */
export function place(page, text) {
  const line = prose(page).find((one) => one.text.includes(text))
  return line ? `${page}:${line.number}` : page
}
