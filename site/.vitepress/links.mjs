import fs from 'node:fs'
import path from 'node:path'
import { anchors, pages, place, repository, root } from './pages.mjs'

/**
 * Makes the links of a document fit the site. A link to another page and to its headings stays, a link to any other file of
 * the repository leads to the repository. What leads nowhere is a problem, and the build reports all of them at its end.
 * The site loads nothing from other hosts, so a picture from elsewhere becomes its description, and a line of badges is left
 * out.
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
    state.tokens = state.tokens.filter((token, position, all) => ![-1, 0, 1].some((offset) => areBadges(all[position + offset])))
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

const isFromElsewhere = (picture) => /^[a-z]+:/.test(picture.attrGet('src'))

/** Whether a block has nothing but linked pictures from elsewhere. */
function areBadges(block) {
  const parts = block?.children?.filter(({ type }) => !['link_open', 'link_close', 'softbreak'].includes(type)) ?? []
  return parts.some(({ type }) => type === 'image')
    && parts.every((part) => part.type === 'image' ? isFromElsewhere(part) : !part.content.trim())
}

function adapt(page, token) {
  if (isFromElsewhere(token)) {
    token.type = 'text'
    token.tag = ''
    token.content = token.content || 'picture'
  }
  else if (!fs.existsSync(path.join(root, path.dirname(page), token.attrGet('src')))) {
    problems.add(`${place(page, token.attrGet('src'))}: no picture '${token.attrGet('src')}'`)
  }
}
