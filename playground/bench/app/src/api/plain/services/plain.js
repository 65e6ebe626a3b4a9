module.exports = require('@strapi/strapi').factories.createCoreService('api::plain.plain');
