// Package site makes a website of the pages of a clone: plain HTML, one page a document, that any static host serves
// and that a browser opens from a folder.
//
// docs/README.md is the list of what there is to read: its headings are the groups of the navigation, and the first
// link of each item in its lists is a page there. Every page that these pages lead to becomes one too, with its
// pictures; a file of text that is no page, such as a program, is shown as it is. A link that leads nowhere is an
// error, and so is one to a heading that is not there. Headings have the anchors that GitHub gives them.
//
// A page loads the site's own style sheet, script and pictures, and nothing else; its policy tells the browser so. The
// search needs no server: an index of words that the script loads when somebody searches. llms.txt lists the pages for
// language models, and each page is there as Markdown besides. The page of play is in a folder of its own; a browser
// starts it from a host alone.
package site
