module.exports = require('@strapi/strapi').factories.createCoreRouter('api::plain.plain');
