import fs from 'node:fs'
import path from 'node:path'
import { anchors, pages, place, repository, root } from './pages.mjs'

/**
 * Makes the links of a document fit the site. A link to another page and to its headings stays, a link to any other file of
 * the repository leads to the repository. What leads nowhere is a problem, and the build reports all of them at its end.
 * The site loads nothing from other hosts, so a picture from elsewhere, such as a badge, becomes its description.
 */
export const problems = new Set()

// What the repository's host serves besides files, seen from a page at the root.
const HOST = { '../../issues': '/issues', '../../security': '/security' }

function target(page, link) {
  if (/^[a-z]+:/.test(link)) {
    return link
  }
  for (const [prefix, replacement] of Object.entries(HOST)) {
    if (link.startsWith(prefix)) {
      return repository + replacement + link.slice(prefix.length)
    }
  }
  const [name, anchor] = link.split('#', 2)
  const file = name ? path.posix.normalize(path.posix.join(path.posix.dirname(page), decodeURI(name))) : page
  if (file.startsWith('..') || !fs.existsSync(path.join(root, file))) {
    problems.add(`${place(page, link)}: no file '${file}', linked as '${link}'`)
    return link
  }
  if (!pages.includes(file)) {
    const kind = fs.statSync(path.join(root, file)).isDirectory() ? 'tree' : 'blob'
    return `${repository}/${kind}/HEAD/${file}${anchor ? '#' + anchor : ''}`
  }
  if (anchor && !anchors(file).has(anchor)) {
    problems.add(`${place(page, link)}: no heading '#${anchor}' in ${file}, which has ${[...anchors(file)].join(', ')}`)
  }
  return link.replace(/README\.md(?=#|$)/, 'index.md')
}

export function links(md) {
  // Vue drops the end of a line between two elements, and with it the space between two links
  md.renderer.rules.softbreak = () => ' '
  md.core.ruler.push('repository_links', (state) => {
    const page = state.env.relativePath?.replace(/(^|\/)index\.md$/, '$1README.md')
    if (!page) {
      return
    }
    for (const block of state.tokens) {
      for (const token of block.children ?? []) {
        if (token.type === 'link_open') {
          token.attrSet('href', target(page, token.attrGet('href')))
        }
        else if (token.type === 'image') {
          adapt(page, token)
        }
      }
    }
  })
}

function adapt(page, token) {
  const source = token.attrGet('src')
  if (/^[a-z]+:/.test(source)) {
    token.type = 'text'
    token.tag = ''
    token.content = token.content || 'picture'
  }
  else if (!fs.existsSync(path.join(root, path.dirname(page), source))) {
    problems.add(`${place(page, source)}: no picture '${source}'`)
  }
}
