#!/usr/bin/env node
// A file that is there before the first build, so that package managers can link it.
require('../dist/bin/consent.js');
